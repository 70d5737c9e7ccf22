export const firstSteps = {
  title: 'First steps',
  lead: 'What this installation needs before it can find the first leak.',
  progress: '{{done}} of {{of}} done',
  done: 'done',
  to_do: 'to do',
  failed: 'The steps did not load',
  finished: 'Everything is set up',
  finished_hint: 'Events appear when a task finds a leak.',
  events: 'To the events',
  step: {
    tariff: { title: 'Tariff', hint: 'How many tasks and patterns a customer may use, and for how long.', action: 'Create a tariff' },
    organisation: { title: 'Organisation', hint: 'A customer. It needs a tariff.', action: 'Create an organisation' },
    user: { title: 'User of the organisation', hint: 'A person who creates tasks and triages what is found.', action: 'Create a user' },
    service_account: {
      title: 'Service account',
      hint: 'The login with which a source is searched. Git repositories, gists and Pastebin need none.',
      action: 'Add an account',
    },
    keywords: {
      title: 'Keyword group',
      hint: 'Words such as “password” that tasks may combine with the names of a customer.',
      action: 'Create a group',
    },
    task: {
      title: 'First task',
      hint: 'The user signs in and creates it. For an organisation that is not trusted, confirm it in the list of tasks.',
      action: 'Open the tasks',
    },
  },
};
