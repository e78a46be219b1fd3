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

const names = ['UPLOADS_S3_ENDPOINT', 'UPLOADS_S3_BUCKET', 'UPLOADS_S3_KEY_ID', 'UPLOADS_S3_SECRET'] as const;

type Settings = Partial<Record<(typeof names)[number] | 'UPLOADS_S3_REGION', string | undefined>>;

/**
 * Reads the bucket for uploads. Returns `errors` if only some of the bucket's variables are set, because the uploads
 * would then be stored in the local folder.
 */
export function readBucket(env: Settings): { account: BucketAccount | undefined; errors: string[] } {
  const { UPLOADS_S3_ENDPOINT: endpoint, UPLOADS_S3_BUCKET: bucket } = env;
  const { UPLOADS_S3_KEY_ID: keyId, UPLOADS_S3_SECRET: secret } = env;
  if (endpoint && bucket && keyId && secret) {
    const region = env.UPLOADS_S3_REGION ?? 'us-east-1';
    return { account: { endpoint: endpoint.replace(/\/+$/, ''), bucket, region, keyId, secret }, errors: [] };
  }
  const missing = names.filter((name) => !env[name]);
  if (missing.length < names.length) {
    const errors = missing.map((name) => `${name} should be set too: the four of the storage go together`);
    return { account: undefined, errors };
  }
  const errors = env.UPLOADS_S3_REGION
    ? ['UPLOADS_S3_REGION should be set only with UPLOADS_S3_ENDPOINT']
    : [];
  return { account: undefined, errors };
}
