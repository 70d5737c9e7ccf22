/** The answer of the list of reports says whether the organisation is active and has not expired: reports are allowed then. */
export const NEWEST_REPORT = { limit: 1, offset: 0, org: undefined };
