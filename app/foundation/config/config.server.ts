import path from 'node:path';
import { z } from 'zod';
import { readShiprocket, type ShiprocketAccount } from './courier-config.server.ts';
import { type BucketAccount, readBucket } from './uploads-config.server.ts';

const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());

const wholeNumber = (should: string, most: number) =>
  z.coerce.number(should).int(should).min(0, should).max(most, should);
const anAddress = 'an address such as https://shop.example, without a path';
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  PORT: z.preprocess(blankIsUnset, wholeNumber('a port number, 0 to 65535', 65535).default(3000)),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: anAddress })
      .transform((url) => url.replace(/\/+$/, ''))
      .refine((url) => !/[/?#]/.test(url.replace(/^https?:\/\//i, '')), anAddress),
  ),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, 'an address that begins with postgresql://'),
  ),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://')),
  MAIL_FROM: z.preprocess(blankIsUnset, z.string().default('Tanabana <hello@tanabana.example>')),
  ADMIN_EMAIL: optional(z.email('an e-mail address')),
  GOOGLE_CLIENT_ID: optional(
    z
      .string()
      .regex(/^[\w-]+\.apps\.googleusercontent\.com$/, 'an id that ends in .apps.googleusercontent.com'),
  ),
  RAZORPAY_KEY_ID: optional(z.string().regex(/^rzp_(test|live)_\w+$/, 'an id that begins with rzp_')),
  RAZORPAY_KEY_SECRET: optional(z.string().min(8, 'the secret that belongs to RAZORPAY_KEY_ID')),
  RAZORPAY_WEBHOOK_SECRET: optional(
    z.string().min(8, 'the secret that was given to Razorpay with the webhook, at least 8 characters'),
  ),
  SHIPROCKET_EMAIL: optional(z.email('the e-mail address of the API user at Shiprocket')),
  SHIPROCKET_PASSWORD: optional(z.string()),
  SHIPROCKET_PICKUP: optional(z.string().max(80, 'the name of a pickup location, at most 80 characters')),
  SHIPROCKET_WEBHOOK_TOKEN: optional(
    z.string().min(16, 'the token that was given to Shiprocket with the webhook, at least 16 characters'),
  ),
  SHIPROCKET_URL: optional(
    z.url({ protocol: /^https?$/, error: 'the address of a stand-in for Shiprocket' }),
  ),
  UPLOADS_S3_ENDPOINT: optional(
    z.url({ protocol: /^https?$/, error: 'the address of a storage, such as https://s3.example.com' }),
  ),
  UPLOADS_S3_BUCKET: optional(
    z.string().regex(/^[a-z0-9][\w.-]{1,62}$/, 'the name of a bucket, without its address'),
  ),
  UPLOADS_S3_REGION: optional(z.string().regex(/^[\w-]+$/, 'a region, such as ap-south-1, or auto')),
  UPLOADS_S3_KEY_ID: optional(z.string()),
  UPLOADS_S3_SECRET: optional(z.string()),
  SHOP_SECRET: optional(z.string().min(32, 'at least 32 characters that nobody can guess')),
  LOG_LEVEL: z.preprocess(blankIsUnset, z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info')),
  NODE_ENV: optional(z.string()),
  ALLOW_PRETEND: optional(z.enum(['0', '1'], '0 or 1')),
  TRUSTED_PROXIES: z.preprocess(
    blankIsUnset,
    wholeNumber('how many proxies stand in front, 0 to 5', 5).default(0),
  ),
  WEB_CONCURRENCY: z.preprocess(
    blankIsUnset,
    wholeNumber('how many processes the shop runs in, 1 to 64', 64).default(1),
  ),
  METRICS_TOKEN: optional(z.string().min(16, 'at least 16 characters that nobody can guess')),
});

/** What belongs to one account at Razorpay. While the webhook's secret is changed, both stand here with a comma between. */
type RazorpayKeys = { keyId: string; keySecret: string; webhookSecret: string };

/** The shop's settings from the outside: read once, at the start, from the environment. */
export type Config = {
  port: number;
  host: string;
  /** The address people reach the shop at, without a trailing slash; links in mails and the sitemap use it. */
  publicUrl: string;
  /** Absolute path of the folder that holds the embedded database, the uploads and the written mails. */
  dataDir: string;
  databaseUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  adminEmail: string | undefined;
  googleClientId: string | undefined;
  /** True where a made-up account chooser stands in for Google: only whoever sits at this machine can reach it. */
  pretendsGoogle: boolean;
  /** The account that takes the money; without one, a pretend bank does. */
  razorpay: RazorpayKeys | undefined;
  /** True where a pretend bank stands in for Razorpay. */
  pretendsPayment: boolean;
  /** The account whose couriers carry the parcels; without one, the merchant names who carries each. */
  shiprocket: ShiprocketAccount | undefined;
  /** True where a pretend courier stands in for Shiprocket, beside whoever the merchant names. */
  pretendsCourier: boolean;
  /** The bucket that keeps pictures and films; without one, a folder in `dataDir` does. */
  bucket: BucketAccount | undefined;
  /** What codes and the like are signed with; where it is not set, a file in the data folder holds one. */
  secret: string | undefined;
  logLevel: string;
  /** How many proxies of ours set `X-Forwarded-For`; 0 means the header is ignored. */
  trustedProxies: number;
  /** How many processes share the door. */
  processes: number;
  /** What lets a program read /metrics from elsewhere; without it, only from this machine. */
  metricsToken: string | undefined;
  /** False in production, unless the owner allowed it: then nothing stands in for what is real, pieces included. */
  mayPretend: boolean;
  /** The outside parts that are pretended because nothing else is configured, in words. */
  pretended: string[];
};

/**
 * Reads the environment. Throws an Error whose message names each wrong variable and what it should be, and
 * refuses a production shop that pretends without `ALLOW_PRETEND=1`.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw error(parsed.error.issues.map((issue) => `${issue.path.join('.')} should be ${issue.message}`));
  }
  const env = parsed.data;
  const razorpay = readRazorpay(env);
  const mayPretend = env.NODE_ENV !== 'production' || env.ALLOW_PRETEND === '1';
  const { account: shiprocket, errors } = readShiprocket(env, mayPretend);
  const uploads = readBucket(env);
  if (errors.length + uploads.errors.length > 0) throw error([...errors, ...uploads.errors]);
  const processes = Math.max(1, env.WEB_CONCURRENCY);
  if (processes > 1 && env.DATABASE_URL === undefined) {
    const why = 'the embedded database belongs to one process; set DATABASE_URL for more';
    throw error([`WEB_CONCURRENCY should be 1: ${why}`]);
  }
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  const publicUrl = env.PUBLIC_URL ?? `http://${host}:${env.PORT}`;
  const whereMailIs = isOwnMachine(publicUrl) ? 'a file, readable at /dev/mail' : 'a file in the data folder';
  const unset = [
    ...(env.SMTP_URL ? [] : [{ names: ['SMTP_URL'], label: `mail (each message is ${whereMailIs})` }]),
    ...(razorpay ? [] : [{ names: razorpayNames, label: 'payments (a pretend bank)' }]),
  ];
  const pretended = unset.map(({ label }) => label);
  if (unset.length > 0 && !mayPretend) {
    const names = unset.flatMap((one) => one.names).join(', ');
    throw new Error(
      `In production the shop does not pretend by itself. Set ${names}, or ALLOW_PRETEND=1 to accept: ${pretended.join('; ')}`,
    );
  }
  // Whoever may choose any account could be anybody, so nobody from elsewhere may.
  const pretendsGoogle = !env.GOOGLE_CLIENT_ID && mayPretend && isOwnMachine(publicUrl);
  if (pretendsGoogle) pretended.push('Google sign-in (a made-up account chooser)');
  // Parcels can be carried without either: the merchant types who has them.
  const pretendsCourier = shiprocket === undefined && mayPretend;
  if (pretendsCourier) pretended.push('parcels (a pretend courier)');
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    adminEmail: env.ADMIN_EMAIL,
    googleClientId: env.GOOGLE_CLIENT_ID,
    pretendsGoogle,
    razorpay,
    pretendsPayment: razorpay === undefined,
    shiprocket,
    pretendsCourier,
    bucket: uploads.account,
    secret: env.SHOP_SECRET,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUSTED_PROXIES,
    processes,
    metricsToken: env.METRICS_TOKEN,
    mayPretend,
    pretended,
  };
}

const razorpayNames = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;

/** All three or none: with some of them money could come in that nobody would notice. */
function readRazorpay(
  env: Partial<Record<(typeof razorpayNames)[number], string>>,
): RazorpayKeys | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
  if (keyId && keySecret && webhookSecret) return { keyId, keySecret, webhookSecret };
  const missing = razorpayNames.filter((name) => !env[name]);
  if (missing.length === razorpayNames.length) return undefined;
  throw error(missing.map((name) => `${name} should be set too: the three of Razorpay go together`));
}

function error(lines: readonly string[]): Error {
  return new Error(
    `The shop cannot start with these settings:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
}

/** Whether only this very machine can be meant by an address such as `http://127.0.0.1:3000`. */
export function isOwnMachine(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(address)?.hostname ?? '');
}

/**
 * Where this very process listens: past any proxy, and also where the shop's public name leads elsewhere. What is
 * pretended tells the shop its news there.
 */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
