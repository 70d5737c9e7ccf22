/** `DD.MM.YYYY` of a day of the server, `YYYY-MM-DD`: it has no zone. */
export const dayText = (day: string): string => day.split('-').reverse().join('.');
