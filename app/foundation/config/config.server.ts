import path from 'node:path';
import { z } from 'zod';
import { accountErrors, razorpayNames, readBucket, readRazorpay, readShiprocket } from './accounts.server.ts';

const blankIsUnset = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const matching = (pattern: RegExp, message: string) => optional(z.string().regex(pattern, message));
const atLeast = (characters: number, message: string) => optional(z.string().min(characters, message));

const withDefault = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema);
const wholeNumber = (fallback: number, max: number, message: string) =>
  withDefault(z.coerce.number(message).int(message).min(0, message).max(max, message).default(fallback));
const url = (message: string) => z.url({ protocol: /^https?$/, error: message });
const anAddress = 'an address such as https://shop.example, without a path';
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  PORT: wholeNumber(3000, 65535, 'a port number, 0 to 65535'),
  HOST: withDefault(z.string().default('127.0.0.1')),
  PUBLIC_URL: optional(
    url(anAddress)
      .transform((url) => url.replace(/\/+$/, ''))
      .refine((url) => !/[/?#]/.test(url.replace(/^https?:\/\//i, '')), anAddress),
  ),
  DATA_DIR: withDefault(z.string().default('./data')),
  DATABASE_URL: matching(/^postgres(ql)?:\/\//, 'an address that begins with postgresql://'),
  SMTP_URL: matching(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://'),
  MAIL_FROM: withDefault(z.string().default('Tanabana <hello@tanabana.example>')),
  ADMIN_EMAIL: optional(z.email('an e-mail address')),
  GOOGLE_CLIENT_ID: matching(
    /^[\w-]+\.apps\.googleusercontent\.com$/,
    'an id that ends in .apps.googleusercontent.com',
  ),
  RAZORPAY_KEY_ID: matching(/^rzp_(test|live)_\w+$/, 'an id that begins with rzp_'),
  RAZORPAY_KEY_SECRET: atLeast(8, 'the secret that belongs to RAZORPAY_KEY_ID'),
  RAZORPAY_WEBHOOK_SECRET: atLeast(
    8,
    'the secret that was given to Razorpay with the webhook, at least 8 characters',
  ),
  SHIPROCKET_EMAIL: optional(z.email('the e-mail address of the API user at Shiprocket')),
  SHIPROCKET_PASSWORD: optional(z.string()),
  SHIPROCKET_PICKUP: optional(z.string().max(80, 'the name of a pickup location, at most 80 characters')),
  SHIPROCKET_WEBHOOK_TOKEN: atLeast(
    16,
    'the token that was given to Shiprocket with the webhook, at least 16 characters',
  ),
  SHIPROCKET_URL: optional(url('the address of a stand-in for Shiprocket')),
  UPLOADS_S3_ENDPOINT: optional(url('the address of a storage, such as https://s3.example.com')),
  UPLOADS_S3_BUCKET: matching(/^[a-z0-9][\w.-]{1,62}$/, 'the name of a bucket, without its address'),
  UPLOADS_S3_REGION: matching(/^[\w-]+$/, 'a region, such as ap-south-1, or auto'),
  UPLOADS_S3_KEY_ID: optional(z.string()),
  UPLOADS_S3_SECRET: optional(z.string()),
  SHOP_SECRET: atLeast(32, 'at least 32 characters that cannot be guessed'),
  LOG_LEVEL: withDefault(z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info')),
  NODE_ENV: optional(z.string()),
  ALLOW_PRETEND: optional(z.enum(['0', '1'], '0 or 1')),
  TRUSTED_PROXIES: wholeNumber(0, 5, 'how many proxies stand in front, 0 to 5'),
  WEB_CONCURRENCY: wholeNumber(1, 64, 'how many processes the shop runs in, 1 to 64'),
  METRICS_TOKEN: atLeast(16, 'at least 16 characters that cannot be guessed'),
});

type Variables = z.infer<typeof Environment>;

/** The shop's settings. They are read from the environment once, at startup. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from the environment.
 * @throws Error that names each invalid or missing variable and the expected value
 * @throws Error if several processes would share the embedded database
 * @throws Error that names the missing variables of email and payments, in production without `ALLOW_PRETEND=1`
 */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    throw error(parsed.error.issues.map((issue) => `${issue.path.join('.')} should be ${issue.message}`));
  }
  const env = parsed.data;
  const mayPretend = env.NODE_ENV !== 'production' || env.ALLOW_PRETEND === '1';
  const errors = accountErrors(env, mayPretend);
  if (errors.length > 0) throw error(errors);
  const processes = Math.max(1, env.WEB_CONCURRENCY);
  if (processes > 1 && env.DATABASE_URL === undefined) {
    const why = 'the embedded database belongs to one process; set DATABASE_URL for more';
    throw error([`WEB_CONCURRENCY should be 1: ${why}`]);
  }
  const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST;
  const publicUrl = env.PUBLIC_URL ?? `http://${host}:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    /** The shop's public base URL, without a trailing slash. Links in emails and in the sitemap begin with this URL. */
    publicUrl,
    /** Absolute path of the data folder. It contains the embedded database, the uploads, the email files and the secret. */
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    adminEmail: env.ADMIN_EMAIL,
    googleClientId: env.GOOGLE_CLIENT_ID,
    /** The Razorpay account. If undefined, the pretend bank simulates payments. */
    razorpay: readRazorpay(env),
    shiprocket: readShiprocket(env),
    /** The bucket for images and videos. If undefined, they are stored in a folder in `dataDir`. */
    bucket: readBucket(env),
    /** The key for hashes, signatures and encryption. If undefined, `readSecret` reads it from a file, or creates the file. */
    secret: env.SHOP_SECRET,
    logLevel: env.LOG_LEVEL,
    /** The number of proxies of the shop that add an entry to `X-Forwarded-For`. If it is 0, the header is ignored. */
    trustedProxies: env.TRUSTED_PROXIES,
    processes,
    /** The token with which other machines can read `/metrics`. If undefined, only this machine can read the metrics. */
    metricsToken: env.METRICS_TOKEN,
    /** True if simulated services and demo products are allowed: outside production, or with `ALLOW_PRETEND=1`. */
    mayPretend,
    ...pretendedServices(env, publicUrl, mayPretend),
  };
}

/**
 * Returns which services are simulated.
 * @throws Error that names the missing variables of email and payments, if these services must not be simulated
 */
function pretendedServices(env: Variables, publicUrl: string, mayPretend: boolean) {
  const pretendsPayment = env.RAZORPAY_KEY_ID === undefined;
  const unset = [
    ...(env.SMTP_URL ? [] : [{ names: ['SMTP_URL'], label: 'emails' }]),
    ...(pretendsPayment ? [{ names: razorpayNames, label: 'payments' }] : []),
  ];
  const pretended = unset.map(({ label }) => label);
  if (unset.length > 0 && !mayPretend) {
    const names = unset.flatMap((service) => service.names).join(', ');
    throw new Error(
      `Simulated services are not allowed in production. Set ${names}, or ALLOW_PRETEND=1 to simulate ${pretended.join(' and ')}.`,
    );
  }
  // Each client of the simulated account chooser can sign in as any customer, so it must not be reachable from other machines.
  const pretendsGoogle = !env.GOOGLE_CLIENT_ID && mayPretend && isOwnMachine(publicUrl);
  if (pretendsGoogle) pretended.push('Google sign-in');
  // `unset` does not include the courier, because without a courier the merchant arranges shipments manually.
  const pretendsCourier = env.SHIPROCKET_EMAIL === undefined && mayPretend;
  if (pretendsCourier) pretended.push('shipments');
  return {
    pretendsPayment,
    /** True if a simulated account chooser replaces Google. Only clients on this machine can reach it. */
    pretendsGoogle,
    /** True if the pretend courier replaces Shiprocket. The merchant can always arrange shipments manually. */
    pretendsCourier,
    /** The labels of the services that are simulated because they are not configured. */
    pretended,
  };
}

function error(lines: readonly string[]): Error {
  return new Error(
    `The shop cannot start with these settings:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
}

/** True for a URL on this machine, such as `http://127.0.0.1:3000`. */
export function isOwnMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(url)?.hostname ?? '');
}

/**
 * Returns the URL on which this process listens. The public URL can differ, because it can lead to a proxy or to another machine.
 */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
