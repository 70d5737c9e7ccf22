export const undo = {
  action: 'Undo',
  done_one: '{{count}} event restored',
  done_other: '{{count}} events restored',
  nothing: 'Nothing was undone',
  left: 'Changed again meanwhile and left as they are: {{count}}',
  changed_since: 'It was changed again meanwhile.',
  maybe_undone: 'The earlier try, which got no answer, may have undone it: check the list.',
  failed: 'Could not undo',
};
