// Parts of a browser that draw or scroll, which jsdom does not do.
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
// jsdom looks for the control of each label at each node of the document, which took a fifth of the time of these tests.
const labels = (control) => (label) =>
  label.htmlFor === '' ? label.contains(control) && label.control === control : label.htmlFor === control.id;
for (const kind of ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'])
  Object.defineProperty(window[`HTML${kind}Element`].prototype, 'labels', {
    get() {
      return this.type === 'hidden' ? null : [...this.ownerDocument.getElementsByTagName('label')].filter(labels(this));
    },
  });
window.scrollTo = () => {};
window.HTMLElement.prototype.scrollIntoView = () => {};
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.IntersectionObserver = window.ResizeObserver;
/** A live stream that stays silent: what it brings is checked in Chromium. */
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  close() {}
};
document.fonts = new EventTarget();
// Without layout an open menu is taken for hidden. Mantine would print the node each time, with React's tree: 300 lines.
const { warn } = globalThis.console;
Object.assign(globalThis.console, {
  warn: (...said) => {
    if (!String(said[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...said);
  },
});
// Each page brings its own.
globalThis.fetch = () => Promise.reject(new Error('no page is open'));

// jsdom's Blob cannot be read as the browsers' can.
Blob.prototype.arrayBuffer ??= function arrayBuffer() {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
};
