export const undo = {
  action: 'Undo',
  done_one: '{{count}} event restored',
  done_other: '{{count}} events restored',
  failed: 'Could not undo',
};
