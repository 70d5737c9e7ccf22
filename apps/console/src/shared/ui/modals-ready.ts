let resolve = () => {};

/** Settles when questions can be asked: what shows them is loaded after the page. */
export const modalsReady = new Promise<void>((settle) => {
  resolve = settle;
});

export const setModalsReady = () => resolve();
