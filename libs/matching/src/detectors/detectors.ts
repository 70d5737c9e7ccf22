/**
 * An unmistakable credential format, as data. Every match contains one of the literal texts `marks`; the expression runs only
 * on texts that do.
 */
export interface Detector {
  readonly id: string;
  readonly name: string;
  readonly marks: readonly string[];
  /** For the linear engine, letter case kept. */
  readonly expression: string;
  /** Whether the match itself is secret. The header of a private key is not. */
  readonly holdsSecret: boolean;
  readonly matches: readonly string[];
  readonly passes: readonly string[];
}

/** Samples are joined here, so that scanners of this repository do not report them as leaks. */
const made = (...parts: readonly string[]): string => parts.join('');
const TWENTY = 'a1B2c3D4e5F6g7H8i9J0';

export const DETECTORS: readonly Detector[] = [
  {
    id: 'github_token',
    name: 'GitHub token',
    marks: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    expression: '\\bgh[pousr]_[A-Za-z0-9]{36}\\b',
    holdsSecret: true,
    matches: [made('ghp', '_', TWENTY, 'k1L2m3N4o5P6q7R8'), made('ghs', '_', TWENTY, 'K1l2M3n4O5p6Q7r8')],
    passes: ['ghp_token', made('ghp', '_', TWENTY), made('ghx', '_', TWENTY, 'k1L2m3N4o5P6q7R8')],
  },
  {
    id: 'github_fine_grained_token',
    name: 'GitHub fine-grained token',
    marks: ['github_pat_'],
    expression: '\\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\\b',
    holdsSecret: true,
    matches: [made('github', '_pat_', TWENTY, 'k1_', TWENTY, TWENTY, 'q7R8s9T0u1V2w3X4y5Z')],
    passes: ['github_pat_', made('github', '_pat_', TWENTY)],
  },
  {
    id: 'gitlab_token',
    name: 'GitLab token',
    marks: ['glpat-', 'gldt-', 'glrt-'],
    expression: '\\bgl(?:pat|dt|rt)-[A-Za-z0-9_-]{20,}',
    holdsSecret: true,
    matches: [made('glpat', '-', TWENTY), made('glrt', '-', TWENTY, 'xyz')],
    passes: ['glpat-token', made('glpat', '-', 'a1B2c3D4e5F6g7H8i9J')],
  },
  {
    id: 'aws_access_key_id',
    name: 'AWS access key',
    marks: ['AKIA', 'ASIA'],
    expression: '\\b(?:AKIA|ASIA)[A-Z2-7]{16}\\b',
    holdsSecret: true,
    matches: [made('AKIA', 'Q2W3E4R5T6Y7U2I3'), made('ASIA', 'ABCDEFGHIJKLMNOP')],
    passes: ['AKIA', made('AKIA', 'Q2W3E4R5T6Y7U2I'), 'AKIAabcdefghijklmnop'],
  },
  {
    id: 'slack_token',
    name: 'Slack token',
    marks: ['xoxa-', 'xoxb-', 'xoxp-', 'xoxo-', 'xoxr-', 'xoxs-'],
    expression: '\\bxox[abpors]-[0-9]{8,13}-[A-Za-z0-9-]{10,}',
    holdsSecret: true,
    matches: [made('xoxb', '-', '123456789012-1234567890123-', TWENTY)],
    passes: ['xoxb-token', 'xoxb-12-ab'],
  },
  {
    id: 'slack_webhook',
    name: 'Slack webhook',
    marks: ['hooks.slack.com/services/'],
    expression: 'hooks\\.slack\\.com/services/T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}',
    holdsSecret: true,
    matches: [made('hooks.slack', '.com/services/', 'T0123ABCD/B0123ABCD/', TWENTY, 'k1L2')],
    passes: ['hooks.slack.com/services/', 'hooks.slack.com/services/T0123ABCD'],
  },
  {
    id: 'google_api_key',
    name: 'Google API key',
    marks: ['AIza'],
    expression: '\\bAIza[A-Za-z0-9_-]{35}',
    holdsSecret: true,
    matches: [made('AIza', TWENTY, 'k1L2m3N4o5P6q7R')],
    passes: ['AIzaSy', made('AIza', TWENTY)],
  },
  {
    id: 'google_client_secret',
    name: 'Google client secret',
    marks: ['GOCSPX-'],
    expression: '\\bGOCSPX-[A-Za-z0-9_-]{28}',
    holdsSecret: true,
    matches: [made('GOCSPX', '-', TWENTY, 'k1L2m3N4')],
    passes: ['GOCSPX-', made('GOCSPX', '-', TWENTY)],
  },
  {
    id: 'jwt',
    name: 'JSON web token',
    marks: ['eyJ'],
    expression: '\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}',
    holdsSecret: true,
    matches: [made('eyJ', 'hbGciOiJIUzI1NiJ9', '.', 'eyJ', 'zdWIiOiIxMjM0NSJ9', '.', TWENTY)],
    passes: ['eyJhbGciOiJIUzI1NiJ9', 'eyJhbGciOiJIUzI1NiJ9.eyJ'],
  },
  {
    id: 'stripe_live_key',
    name: 'Stripe live key',
    marks: ['sk_live_', 'rk_live_'],
    expression: '\\b[sr]k_live_[A-Za-z0-9]{24,}',
    holdsSecret: true,
    matches: [made('sk', '_live_', TWENTY, 'k1L2')],
    passes: ['sk_live_', made('sk', '_test_', TWENTY, 'k1L2')],
  },
  {
    id: 'npm_token',
    name: 'npm token',
    marks: ['npm_'],
    expression: '\\bnpm_[A-Za-z0-9]{36}\\b',
    holdsSecret: true,
    matches: [made('npm', '_', TWENTY, 'k1L2m3N4o5P6q7R8')],
    passes: ['npm_config_registry', made('npm', '_', TWENTY)],
  },
  {
    id: 'telegram_bot_token',
    name: 'Telegram bot token',
    marks: [':AA'],
    expression: '\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}',
    holdsSecret: true,
    matches: [made('1234567890', ':AA', TWENTY, 'k1L2m3N4o5P6q')],
    passes: ['1234567890:AA', made('12', ':AA', TWENTY, 'k1L2m3N4o5P6q')],
  },
  {
    id: 'sendgrid_key',
    name: 'SendGrid key',
    marks: ['SG.'],
    expression: '\\bSG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}',
    holdsSecret: true,
    matches: [made('SG', '.', TWENTY, 'k1', '.', TWENTY, TWENTY, 'q7R')],
    passes: ['SG.example.com', made('SG', '.', TWENTY)],
  },
  {
    id: 'private_key_header',
    name: 'Private key',
    marks: ['PRIVATE KEY-----'],
    expression: '-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----',
    holdsSecret: false,
    matches: ['-----BEGIN PRIVATE KEY-----', '-----BEGIN RSA PRIVATE KEY-----', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    passes: ['BEGIN PRIVATE KEY', '-----BEGIN PUBLIC KEY-----'],
  },
];
