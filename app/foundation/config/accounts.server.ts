export const razorpayNames = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
const shiprocketNames = [
  'SHIPROCKET_EMAIL',
  'SHIPROCKET_PASSWORD',
  'SHIPROCKET_PICKUP',
  'SHIPROCKET_WEBHOOK_TOKEN',
] as const;
const bucketNames = [
  'UPLOADS_S3_ENDPOINT',
  'UPLOADS_S3_BUCKET',
  'UPLOADS_S3_KEY_ID',
  'UPLOADS_S3_SECRET',
] as const;

type Name = (typeof razorpayNames | typeof shiprocketNames | typeof bucketNames)[number];
type Variables = Partial<Record<Name | 'SHIPROCKET_URL' | 'UPLOADS_S3_REGION', string | undefined>>;

/**
 * Lists the errors in the variables of the Razorpay, Shiprocket and storage accounts. If only some variables of an account are
 * set, each missing one is an error, because the shop would otherwise start without this account.
 */
export function accountErrors(env: Variables, mayPretend: boolean): string[] {
  const missingOf = (names: readonly Name[], group: string) => {
    const missing = names.filter((name) => !env[name]);
    if (missing.length === names.length) return [];
    return missing.map((name) => `${name} should be set too: the ${group} go together`);
  };
  const errors = [
    ...missingOf(razorpayNames, 'three of Razorpay'),
    ...missingOf(shiprocketNames, 'four of Shiprocket'),
    ...missingOf(bucketNames, 'four of the storage'),
  ];
  if (env.SHIPROCKET_URL !== undefined && !mayPretend)
    errors.push('SHIPROCKET_URL should not be set in production');
  if (env.UPLOADS_S3_REGION && bucketNames.every((name) => !env[name]))
    errors.push('UPLOADS_S3_REGION should be set only with UPLOADS_S3_ENDPOINT');
  return errors;
}

export type RazorpayKeys = NonNullable<ReturnType<typeof readRazorpay>>;

export function readRazorpay(env: Variables) {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  /** The webhook secret. While the secret is being replaced, this is the old and the new secret, separated by a comma. */
  const webhookSecret = env.RAZORPAY_WEBHOOK_SECRET;
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret } : undefined;
}

export type ShiprocketAccount = NonNullable<ReturnType<typeof readShiprocket>>;

export function readShiprocket(env: Variables) {
  /** The email address of a Shiprocket API user, which differs from the owner's login. */
  const email = env.SHIPROCKET_EMAIL;
  /** The name of the pickup location at Shiprocket. */
  const pickup = env.SHIPROCKET_PICKUP;
  /**
   * The token of Shiprocket's webhooks. While the token is being replaced, this is the old and the new token, separated by a
   * comma.
   */
  const webhookToken = env.SHIPROCKET_WEBHOOK_TOKEN;
  const password = env.SHIPROCKET_PASSWORD;
  if (!email || !password || !pickup || !webhookToken) return undefined;
  /** The URL of a simulated Shiprocket, without a trailing slash. */
  const url = env.SHIPROCKET_URL?.replace(/\/+$/, '');
  return { email, password, pickup, webhookToken, url };
}

/** A bucket of an S3-compatible storage, with its access key. */
export type BucketAccount = NonNullable<ReturnType<typeof readBucket>>;

export function readBucket(env: Variables) {
  const { UPLOADS_S3_BUCKET: bucket, UPLOADS_S3_KEY_ID: keyId, UPLOADS_S3_SECRET: secret } = env;
  /** The base URL, without the bucket's name and without a trailing slash: `https://s3.ap-south-1.amazonaws.com`. */
  const endpoint = env.UPLOADS_S3_ENDPOINT?.replace(/\/+$/, '');
  /** The region of the bucket. It is `auto` for a storage without regions. */
  const region = env.UPLOADS_S3_REGION ?? 'us-east-1';
  return endpoint && bucket && keyId && secret ? { endpoint, bucket, region, keyId, secret } : undefined;
}
