import type { DetectorHints } from './texts-of.ts';

/** What to do first when something of this kind leaked. */
export const HINTS_EN: DetectorHints = {
  source_control: 'Revoke the token at the host of the code, then look through its recent use',
  build: 'Revoke the token, then check what was published with it',
  cloud: 'Deactivate the key in the cloud, then look through the log of its use',
  hosting: 'Revoke the key at the vendor, then issue a new one',
  database: 'Change the key at the vendor, then check who connected',
  monitoring: 'Revoke the token in the monitoring system',
  messaging: 'Revoke the token; messages may have been read and sent with it',
  payment: 'Replace the key at the payment service, then check the latest payments',
  work: 'Revoke the token in the settings of the service',
  ai: 'Revoke the key at the vendor, then check the spending',
  key: 'Replace the key everywhere; the leaked one stays unsafe for ever',
  password: 'Change the password, then check where else it is used',
  personal: 'Have the text removed, then check whether the leak must be reported',
  document: 'Have the document removed, then find out who published it',
};
