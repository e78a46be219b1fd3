import path from 'node:path';
import { expect, it } from 'vitest';
import { ownAddress, readConfig } from './config.server.ts';

const razorpay = {
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'thekeysecret',
  RAZORPAY_WEBHOOK_SECRET: 'thewebhooksecret',
};

const shiprocket = {
  SHIPROCKET_EMAIL: 'api@shop.example',
  SHIPROCKET_PASSWORD: 'the API user’s password',
  SHIPROCKET_PICKUP: 'Workshop',
  SHIPROCKET_WEBHOOK_TOKEN: 'a token of sixteen',
};

const bucket = {
  UPLOADS_S3_ENDPOINT: 'https://s3.example/',
  UPLOADS_S3_BUCKET: 'tanabana',
  UPLOADS_S3_KEY_ID: 'AKIA',
  UPLOADS_S3_SECRET: 'its secret',
};

const defaults = {
  ...{ port: 3000, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:3000', dataDir: path.resolve('data') },
  ...{ databaseUrl: undefined, smtpUrl: undefined, mailFrom: 'Tanabana <hello@tanabana.example>' },
  ...{ adminEmail: undefined, googleClientId: undefined, pretendsGoogle: true },
  ...{ razorpay: undefined, pretendsPayment: true, shiprocket: undefined, pretendsCourier: true },
  ...{ secret: undefined, logLevel: 'info', trustedProxies: 0, processes: 1, metricsToken: undefined },
  mayPretend: true,
  pretended: ['emails', 'payments', 'Google sign-in', 'shipments'],
};

const settings = {
  ...{ PORT: '8080', HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example/', DATA_DIR: '/srv/shop' },
  ...{ DATABASE_URL: 'postgres://shop@db/shop', SMTP_URL: 'smtps://mail.example' },
  ...{ MAIL_FROM: 'Shop <shop@shop.example>', ADMIN_EMAIL: 'owner@shop.example' },
  ...{ GOOGLE_CLIENT_ID: '1234-abc.apps.googleusercontent.com', ...razorpay, ...shiprocket },
  ...{ SHOP_SECRET: 'a secret of thirty-two characters', LOG_LEVEL: 'debug', NODE_ENV: 'production' },
  ...{ TRUSTED_PROXIES: '2', WEB_CONCURRENCY: '4', METRICS_TOKEN: 'a token of some length' },
};

it.each(['', '  '])(
  'reads the default settings if no variable is set, or if every variable is %j',
  (blank) => {
    expect(readConfig({})).toEqual(defaults);
    const names = [...Object.keys(settings), 'SHIPROCKET_URL', 'ALLOW_PRETEND'];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(defaults);
  },
);

it('reads the settings of a shop in production', () => {
  expect(readConfig(settings)).toEqual({
    ...{ port: 8080, host: '0.0.0.0', publicUrl: 'https://shop.example', dataDir: '/srv/shop' },
    ...{ databaseUrl: settings.DATABASE_URL, smtpUrl: settings.SMTP_URL, mailFrom: settings.MAIL_FROM },
    ...{ adminEmail: settings.ADMIN_EMAIL, googleClientId: settings.GOOGLE_CLIENT_ID },
    razorpay: {
      ...{ keyId: 'rzp_test_1DP5mmOlF5G5ag', keySecret: 'thekeysecret', webhookSecret: 'thewebhooksecret' },
    },
    shiprocket: {
      ...{ email: 'api@shop.example', password: 'the API user’s password', pickup: 'Workshop' },
      ...{ webhookToken: 'a token of sixteen', url: undefined },
    },
    ...{ pretendsGoogle: false, pretendsPayment: false, pretendsCourier: false },
    ...{ secret: settings.SHOP_SECRET, logLevel: 'debug', trustedProxies: 2, processes: 4 },
    ...{ metricsToken: settings.METRICS_TOKEN, mayPretend: false, pretended: [] },
  });
});

it.each([
  ['PORT', 'http', 'a port number, 0 to 65535'],
  ['PORT', '70000', 'a port number, 0 to 65535'],
  ['PORT', '80.5', 'a port number, 0 to 65535'],
  ['PORT', '-1', 'a port number, 0 to 65535'],
  ['PUBLIC_URL', 'shop.example', 'an address such as https://shop.example'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'an address such as https://shop.example'],
  ['PUBLIC_URL', 'https://shop.example/shop', 'an address such as https://shop.example, without a path'],
  ['DATABASE_URL', 'mysql://db', 'an address that begins with postgresql://'],
  ['SMTP_URL', 'mail.example', 'an address that begins with smtp:// or smtps://'],
  ['ADMIN_EMAIL', 'owner', 'an e-mail address'],
  ['GOOGLE_CLIENT_ID', '1234', 'an id that ends in .apps.googleusercontent.com'],
  ['GOOGLE_CLIENT_ID', 'x.apps.googleusercontent.com.evil.example', 'an id that ends in'],
  ['RAZORPAY_KEY_ID', '1DP5mmOlF5G5ag', 'an id that begins with rzp_'],
  ['RAZORPAY_KEY_SECRET', 'short', 'the secret that belongs to RAZORPAY_KEY_ID'],
  ['SHIPROCKET_EMAIL', 'api', 'the e-mail address of the API user at Shiprocket'],
  ['SHIPROCKET_WEBHOOK_TOKEN', 'short', 'the token that was given to Shiprocket with the webhook'],
  ['SHIPROCKET_URL', 'stub', 'the address of a stand-in for Shiprocket'],
  ['SHOP_SECRET', 'a'.repeat(31), 'at least 32 characters that cannot be guessed'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, trace, silent'],
  ['ALLOW_PRETEND', 'yes', '0 or 1'],
  ['TRUSTED_PROXIES', 'one', 'how many proxies stand in front, 0 to 5'],
  ['TRUSTED_PROXIES', '6', 'how many proxies stand in front, 0 to 5'],
  ['WEB_CONCURRENCY', 'many', 'how many processes the shop runs in, 1 to 64'],
  ['WEB_CONCURRENCY', '65', 'how many processes the shop runs in, 1 to 64'],
  ['METRICS_TOKEN', 'short', 'at least 16 characters that cannot be guessed'],
  ['UPLOADS_S3_REGION', 'auto', 'set only with UPLOADS_S3_ENDPOINT'],
])('rejects the setting %s=%s and names the expected value', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    `The shop cannot start with these settings:\n  ${name} should be ${expected}`,
  );
});

it('names all invalid environment variables in one error', () => {
  const names = /PORT should be .*\n {2}ALLOW_PRETEND should be/;
  expect(() => readConfig({ PORT: 'http', ALLOW_PRETEND: 'yes' })).toThrow(names);
});

it.each([
  ['UPLOADS_S3_ENDPOINT', 's3.example', 'the address of a storage'],
  ['UPLOADS_S3_BUCKET', 'https://bucket', 'the name of a bucket'],
  ['UPLOADS_S3_REGION', 'ap south', 'a region'],
])('rejects the invalid bucket setting %s=%s', (name, value, expected) => {
  expect(() => readConfig({ ...bucket, [name]: value })).toThrow(`${name} should be ${expected}`);
});

it('reads the bucket for uploads, with the region us-east-1 by default', () => {
  expect(readConfig({}).bucket).toBeUndefined();
  const account = { endpoint: 'https://s3.example', bucket: 'tanabana', keyId: 'AKIA', secret: 'its secret' };
  expect(readConfig(bucket).bucket).toEqual({ ...account, region: 'us-east-1' });
  expect(readConfig({ ...bucket, UPLOADS_S3_REGION: 'auto' }).bucket?.region).toBe('auto');
});

it('rejects several worker processes with the embedded database, and names `DATABASE_URL`', () => {
  expect(() => readConfig({ WEB_CONCURRENCY: '2' })).toThrow(
    'WEB_CONCURRENCY should be 1: the embedded database belongs to one process; set DATABASE_URL for more',
  );
  expect(readConfig({ WEB_CONCURRENCY: '0' }).processes).toBe(1);
});

const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail', ...razorpay };

it('simulates Google sign-in only if `PUBLIC_URL` is a loopback URL, and in production only with `ALLOW_PRETEND=1`', () => {
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(readConfig({ PUBLIC_URL }).pretendsGoogle).toBe(true);
  for (const PUBLIC_URL of ['https://shop.example', 'http://10.0.0.4', 'http://localhost.evil.example'])
    expect(readConfig({ PUBLIC_URL }).pretendsGoogle).toBe(false);
  expect(readConfig({ HOST: '0.0.0.0' }).pretendsGoogle).toBe(false);
  const local = { ...production, PUBLIC_URL: 'http://localhost' };
  expect(readConfig(local).pretendsGoogle).toBe(false);
  expect(readConfig({ ...local, ALLOW_PRETEND: '1' }).pretendsGoogle).toBe(true);
});

it.each([
  ...Object.keys(razorpay).map((name) => [name, razorpay, 'the three of Razorpay'] as const),
  ...Object.keys(shiprocket).map((name) => [name, shiprocket, 'the four of Shiprocket'] as const),
  ...Object.keys(bucket).map((name) => [name, bucket, 'the four of the storage'] as const),
])('rejects an incomplete account whose variable %s is missing [S-PAY-09]', (name, settings, all) => {
  expect(() => readConfig({ ...settings, [name]: ' ' })).toThrow(
    `The shop cannot start with these settings:\n  ${name} should be set too: ${all} go together`,
  );
});

it.each([
  [{ GOOGLE_CLIENT_ID: '1234-abc.apps.googleusercontent.com' }, 'pretendsGoogle', 'Google'],
  [razorpay, 'pretendsPayment', 'payments'],
  [shiprocket, 'pretendsCourier', 'shipments'],
] as const)('does not simulate a service that is configured: %j', (settings, flag, label) => {
  const config = readConfig(settings);
  expect(config[flag]).toBe(false);
  expect(config.pretended.join()).not.toContain(label);
});

it('in production, simulates the courier only with `ALLOW_PRETEND=1`, and rejects `SHIPROCKET_URL`', () => {
  expect(readConfig(production)).toMatchObject({ pretendsCourier: false, pretended: [] });
  expect(readConfig({ ...production, ALLOW_PRETEND: '1' }).pretendsCourier).toBe(true);
  const stub = { ...shiprocket, SHIPROCKET_URL: 'http://127.0.0.1:4000/v1/' };
  expect(readConfig(stub).shiprocket?.url).toBe('http://127.0.0.1:4000/v1');
  const rejected = 'SHIPROCKET_URL should not be set in production';
  expect(() => readConfig({ ...production, ...stub })).toThrow(rejected);
});

it('rejects a production shop without email or payment settings, and names the missing variables', () => {
  const readProduction = (more: object) => () => readConfig({ NODE_ENV: 'production', ...more });
  expect(readProduction({})).toThrow(
    /Set SMTP_URL, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, or ALLOW_PRETEND=1 to simulate emails and payments\./,
  );
  expect(readProduction({ SMTP_URL: 'smtp://mail' })).toThrow(
    /Set RAZORPAY_KEY_ID, .* to simulate payments\./,
  );
  expect(readProduction(razorpay)).toThrow(/Set SMTP_URL, or/);
  expect(readProduction({ ALLOW_PRETEND: '0' })).toThrow('ALLOW_PRETEND=1');
});

it.each([
  [{ PUBLIC_URL: 'https://shop.example///' }, 'https://shop.example'],
  [{ PUBLIC_URL: 'http://10.0.0.4:8080' }, 'http://10.0.0.4:8080'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
])('reads the public URL from the settings %j: %s', (settings, url) => {
  expect(readConfig(settings).publicUrl).toBe(url);
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['10.0.0.4', 'http://10.0.0.4:3000'],
])('returns the URL on which a server with the host setting %s listens: %s', (host, address) => {
  expect(ownAddress({ host, port: 3000 })).toBe(address);
});
