/** Apps that read the QR image and support RFC 6238. Names need no translation. */
export const AUTHENTICATOR_APPS = [
  { name: 'Google Authenticator', runsOn: 'Android, iOS' },
  { name: 'Microsoft Authenticator', runsOn: 'Android, iOS' },
  { name: 'FreeOTP', runsOn: 'Android, iOS' },
  { name: 'Aegis', runsOn: 'Android' },
  { name: '2FAS', runsOn: 'Android, iOS' },
  { name: 'KeePassXC', runsOn: 'Linux, macOS, Windows' },
] as const;
