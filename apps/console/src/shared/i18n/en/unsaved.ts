export const unsaved = {
  title: 'Close without saving?',
  text: 'What you typed here is not saved and will be lost.',
  confirm: 'Close without saving',
  stay: 'Keep typing',
  sending: 'Sending…',
  may_be_own: 'The server did not answer the first time: this may be your own change. Close the form and check before you change anything.',
  deleted: 'Someone deleted this while the form was open: it cannot be saved. Copy what you typed if you still need it.',
};
