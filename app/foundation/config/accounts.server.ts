/** The credentials of a Razorpay account. */
export type RazorpayKeys = {
  keyId: string;
  keySecret: string;
  /** While the secret is rotated, the value is the old and the new secret, separated by a comma. */
  webhookSecret: string;
};

/** The settings of a Shiprocket account. */
export type ShiprocketAccount = {
  /** The email address of an API user, not of the owner's own login. */
  email: string;
  password: string;
  /** The name of the pickup location, as configured at Shiprocket. */
  pickup: string;
  /** The token of Shiprocket's webhooks. While it is rotated: the old and the new token, separated by a comma. */
  webhookToken: string;
  /** The URL of a stand-in for Shiprocket, without a trailing slash. */
  url: string | undefined;
};

/** A bucket of an S3-compatible storage, with its access key. */
export type BucketAccount = {
  /** The base URL without the bucket's name or a trailing slash: `https://s3.ap-south-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  /** `auto` for a storage without regions. */
  region: string;
  keyId: string;
  secret: string;
};

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
 * Lists the errors in the variables of the accounts. An account with only some of its variables is an error, because the
 * shop would then use the replacement: payments and shipments without tracking, or uploads in the local folder.
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

export function readRazorpay(env: Variables): RazorpayKeys | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret } : undefined;
}

export function readShiprocket(env: Variables): ShiprocketAccount | undefined {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password, SHIPROCKET_PICKUP: pickup } = env;
  const { SHIPROCKET_WEBHOOK_TOKEN: webhookToken } = env;
  if (!email || !password || !pickup || !webhookToken) return undefined;
  return { email, password, pickup, webhookToken, url: env.SHIPROCKET_URL?.replace(/\/+$/, '') };
}

export function readBucket(env: Variables): BucketAccount | undefined {
  const { UPLOADS_S3_ENDPOINT: endpoint, UPLOADS_S3_BUCKET: bucket } = env;
  const {
    UPLOADS_S3_KEY_ID: keyId,
    UPLOADS_S3_SECRET: secret,
    UPLOADS_S3_REGION: region = 'us-east-1',
  } = env;
  if (!endpoint || !bucket || !keyId || !secret) return undefined;
  return { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, keyId, secret };
}
