import { A, B, contexts, type Detector, H, raw, U, UUID, V, vendors } from '../detector.ts';

/** Smaller clouds and hosting. */
export const HOSTING: readonly Detector[] = [
  ...vendors([
    ['heroku_key', 'critical', 'HRKU-AA', raw`\bHRKU-AA${V}{58}`, 'HRKU-AA{V58}', 'HRKU-AA{V57} HRKU-{V10}'],
    ['vercel_token', 'critical', 'vcp_ vca_ vcr_ vci_ vck_', raw`\bvc[parik]_${V}{56}`, 'vcp_{V56} vck_{V56}', 'vcp_{V55} vcx_{V56}'],
    ['netlify_token', 'critical', 'nfp_ nfc_ nfo_ nfu_ nfb_', raw`\bnf[pcoub]_${A}{36}\b`, 'nfp_{A36} nfb_{A36}', 'nfp_{A35} nfx_{A36}'],
    ['render_key', 'critical', 'rnd_', raw`\brnd_${A}{28}\b`, 'rnd_{A28}', 'rnd_{A27} rnd_seed', { entropy: 3 }],
    [
      'flyio_token',
      'critical',
      'fm1_ fm2_ fm1r_',
      raw`\bfm[12]r?_[A-Za-z0-9+/_=-]{100,}`,
      'fm2_{B120} fm1r_{B120}',
      'fm2_{B90} fm3_{B120}',
    ],
    ['portainer_token', 'critical', 'ptr_', raw`\bptr_[A-Za-z0-9+/]{43}=`, 'ptr_{B43}=', 'ptr_{B42}= ptr_{B43}'],
    ['supabase_token', 'critical', 'sbp_', raw`\bsbp_${H}{40}\b`, 'sbp_{H40}', 'sbp_{H39} sbp_{H41}'],
    ['supabase_secret_key', 'critical', 'sb_secret_', raw`\bsb_secret_${V}{31}`, 'sb_secret_{V31}', 'sb_secret_{V30} sb_publishable_{V31}'],
    ['scaleway_access_key', 'high', 'SCW', raw`\bSCW${U}{17}\b`, 'SCW{U17}', 'SCW{U16} SCW_ACCESS_KEY', { entropy: 3 }],
    ['upcloud_token', 'critical', 'ucat_', raw`\bucat_${A}{24,32}\b`, 'ucat_{A26}', 'ucat_{A23} ucat_{A33}'],
    ['exoscale_key', 'critical', 'EXO', raw`\bEXO${A}{24,30}\b`, 'EXO{A24}', 'EXO{A23} EXOSCALE', { entropy: 3.3 }],
    [
      'tailscale_key',
      'critical',
      'tskey-',
      raw`\btskey-(?:auth|api|client)-${A}{8,30}-${A}{16,60}\b`,
      'tskey-auth-{A17}-{A32} tskey-api-{A17}-{A32} tskey-client-{A17}-{A32}',
      'tskey-auth- tskey-other-{A17}-{A32}',
    ],
  ]),
  ...contexts([
    [
      'ngrok_token',
      'high',
      'ngrok authtoken',
      // A time, whose first digit changes every three years or so, and 122 random bits: one in eight is shorter and begins with any sign.
      raw`\b[1-4]${A}{26}_${A}{19,21}\b`,
      'ngrok config add-authtoken 2{A26}_7{A20}\nngrok authtoken: 3{A26}_k{A19}',
      '2{A26}_7{A20}\nngrok 2{A26}',
    ],
    ['heroku_old_key', 'critical', 'heroku', raw`\b${UUID}\b`, 'HEROKU_API_KEY={uuid}\nheroku token "{uuid}"', '{uuid}\nheroku {H32}'],
    ['scaleway_secret_key', 'critical', 'scw scaleway', raw`\b${UUID}\b`, 'SCW_SECRET_KEY={uuid}\nscaleway: {uuid}', '{uuid}\nscw {H32}'],
    [
      'railway_token',
      'critical',
      'railway_token railway_api_token',
      raw`\b${UUID}\b`,
      'RAILWAY_TOKEN={uuid}\nrailway_api_token: "{uuid}"',
      'RAILWAY_PROJECT_ID={uuid}\nRAILWAY_TOKEN={H32}',
    ],
    [
      'upstash_token',
      'critical',
      'upstash kv_rest_api',
      // Base64 that begins with a byte of one.
      raw`\bA${V}{39,99}={0,2}`,
      'UPSTASH_REDIS_REST_TOKEN=A{A55}\nKV_REST_API_TOKEN="A{A43}=="',
      'A{A55}\nUPSTASH_REDIS_REST_URL="https://corp-12345.upstash.io"',
      { check: 'mixed', checkRequired: true },
    ],
    [
      'vercel_old_token',
      'critical',
      'vercel_token vercel-token',
      raw`\b${A}{24}\b`,
      'VERCEL_TOKEN={A24}\nvercel-token: {A24}',
      '{A24}\nVERCEL_TOKEN={A23}',
      { entropy: 3.3 },
    ],
  ]),
];

/** Databases as a service. */
export const DATABASES: readonly Detector[] = vendors([
  [
    'planetscale_token',
    'critical',
    'pscale_tkn_ pscale_pw_ pscale_oauth_',
    raw`\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}`,
    'pscale_tkn_{A43} pscale_pw_{A43} pscale_oauth_{A43}',
    'pscale_tkn_{A31} pscale_xx_{A43}',
  ],
  ['neon_key', 'critical', 'napi_', raw`\bnapi_${A}{64}\b`, 'napi_{A64}', 'napi_{A63} napi_create_function'],
  ['mongodb_atlas_secret', 'critical', 'mdb_sa_sk_', raw`\bmdb_sa_sk_${V}{40}`, 'mdb_sa_sk_{V40}', 'mdb_sa_sk_{V39} mdb_sa_id_{H24}'],
  ['databricks_token', 'critical', 'dapi', raw`\bdapi${H}{32}(?:-[0-9])?\b`, 'dapi{H32} dapi{H32}-2', 'dapi{H31} dapi{H33}'],
  ['clickhouse_key', 'critical', '4b1d', raw`\b4b1d${A}{38}\b`, '4b1d{A38}', '4b1d{A37} 4b1d{A39}', { entropy: 4 }],
  ['cockroach_key', 'critical', 'CCDB1_', raw`\bCCDB1_${A}{22}_${A}{40}\b`, 'CCDB1_{A22}_{A40}', 'CCDB1_{A22}_{A39} CCDB1_{A62}'],
  ['confluent_secret', 'critical', 'cflt', raw`\bcflt${B}{60}`, 'cflt{B54}{=confluent}', 'cflt{B59} cfltx', { check: 'confluent' }],
  [
    'astra_token',
    'critical',
    'AstraCS:',
    raw`\bAstraCS:${A}{20,40}:${H}{64}\b`,
    'AstraCS:{A24}:{H64}',
    'AstraCS:{A24}:{H63} AstraCS:{A10}:{H64}',
  ],
  ['elastic_cloud_key', 'critical', 'essu_', raw`\bessu_[A-Za-z0-9_=-]{60,}`, 'essu_{V80}', 'essu_{V59} essu_token'],
]);
