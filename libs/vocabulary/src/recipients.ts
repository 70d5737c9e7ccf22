/**
 * A recipient of a task. member: an account of the organisation; waiting: has to confirm by the link in a mail; expired: the link in the last
 * mail has expired; confirmed: gets mails; stopped: does not want any.
 */
export const RECIPIENT_STATES = ['member', 'waiting', 'expired', 'confirmed', 'stopped'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];
