/** Resources of an account. Telegram publishes no limits; its FLOOD_WAIT closes the resource for the seconds that it names. */
export const RESOURCE = {
  /** History, differences, single messages. */
  history: 'history',
  /** Names: accounts that asked for 160 in seconds had to wait for 15 hours. */
  resolve: 'resolve',
  /** Invitations. */
  invite: 'invite',
  /** Parts of files. */
  file: 'file',
  /** Messages whose text is known already; never spent. */
  message: 'message',
} as const;

export const RATES = {
  [RESOURCE.history]: { requests: 30, seconds: 30, by: 'account' },
  [RESOURCE.resolve]: { requests: 20, seconds: 3_600, by: 'account' },
  [RESOURCE.invite]: { requests: 20, seconds: 3_600, by: 'account' },
  [RESOURCE.file]: { requests: 60, seconds: 60, by: 'account' },
  [RESOURCE.message]: { requests: 10_000, seconds: 60, by: 'account' },
} as const;

/** The most that Telegram gives in an answer. */
export const PAGE = 100;
/** Messages of a channel's past that are read: at a page a second, an hour with one account. Coverage says when there are older ones. */
export const HISTORY_MAX = 200_000;
/** Ids below the last one that was read, which are looked at again when Telegram no longer knows what changed: recent posts are edited most. */
export const RECHECKED = 1_000;
/** Dumps have more, text that people post has less; twenty of them are in memory at once. */
export const FILE_MAX = 10 * 1024 * 1024;
/** Telegram's largest part; a part does not cross a mebibyte. */
export const PART = 512 * 1024;
/** Messages have 4,096 characters. */
export const TEXT_MAX = 32_768;
/** Accounts whose way to a channel is remembered with it. */
export const KNOWN_ACCOUNTS = 50;
/** An account that is no member of a private channel is asked again after this time: staff may have added it. */
export const OUTSIDER_SECONDS = 3_600;
/** An account to which a channel with a name is closed is asked again after this time: it costs no name. */
export const CLOSED_SECONDS = 900;
/** Until a channel is asked again whether it still has its name. A closed one is looked for by its name as seldom: names are scarce. */
export const NAME_SECONDS = 6 * 3_600;
