/** The settings of a Shiprocket account. */
export type ShiprocketAccount = {
  /** The email address of an API user, not of the owner's own login. */
  email: string;
  password: string;
  /** The name of the pickup location, as configured at Shiprocket. */
  pickup: string;
  /**
   * The token that Shiprocket sends with each webhook. While the token is rotated, the value is the old and the new
   * token, separated by a comma.
   */
  webhookToken: string;
  /** The URL of a stand-in for Shiprocket, without a trailing slash. */
  url: string | undefined;
};

const names = [
  'SHIPROCKET_EMAIL',
  'SHIPROCKET_PASSWORD',
  'SHIPROCKET_PICKUP',
  'SHIPROCKET_WEBHOOK_TOKEN',
] as const;

type Settings = Partial<Record<(typeof names)[number] | 'SHIPROCKET_URL', string | undefined>>;

/**
 * Reads the Shiprocket account. Returns `errors` if only some of its four variables are set, because shipments would
 * then have no tracking. `SHIPROCKET_URL` names a stand-in for tests, so setting this variable without `mayPretend` is
 * an error.
 */
export function readShiprocket(
  env: Settings,
  mayPretend: boolean,
): { account: ShiprocketAccount | undefined; errors: string[] } {
  const { SHIPROCKET_EMAIL: email, SHIPROCKET_PASSWORD: password, SHIPROCKET_PICKUP: pickup } = env;
  const { SHIPROCKET_WEBHOOK_TOKEN: webhookToken, SHIPROCKET_URL: url } = env;
  if (url !== undefined && !mayPretend) {
    return { account: undefined, errors: ['SHIPROCKET_URL should not be set in production'] };
  }
  if (email && password && pickup && webhookToken) {
    return { account: { email, password, pickup, webhookToken, url: url?.replace(/\/+$/, '') }, errors: [] };
  }
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return { account: undefined, errors: [] };
  const errors = missing.map((name) => `${name} should be set too: the four of Shiprocket go together`);
  return { account: undefined, errors };
}
