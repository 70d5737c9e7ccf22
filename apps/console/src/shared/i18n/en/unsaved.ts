export const unsaved = {
  title: 'Close without saving?',
  text: 'What you typed here is not saved and will be lost.',
  confirm: 'Close without saving',
  stay: 'Keep typing',
  sending: 'Sending…',
  deleted: 'Someone deleted this while the form was open: it cannot be saved. Copy what you typed if you still need it.',
};
