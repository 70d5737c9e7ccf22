/** Apps that read the QR image: names only, which need no translation. All of them know the codes of RFC 6238. */
export const AUTHENTICATOR_APPS = [
  { name: 'Google Authenticator', runsOn: 'Android, iOS' },
  { name: 'Microsoft Authenticator', runsOn: 'Android, iOS' },
  { name: 'FreeOTP', runsOn: 'Android, iOS' },
  { name: 'Aegis', runsOn: 'Android' },
  { name: '2FAS', runsOn: 'Android, iOS' },
  { name: 'KeePassXC', runsOn: 'Linux, macOS, Windows' },
] as const;
