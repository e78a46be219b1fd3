/** What belongs to one account at Shiprocket. */
export type ShiprocketAccount = {
  /** Of a user made for the API, not of the owner's own. */
  email: string;
  password: string;
  /** The name of the place where parcels are picked up, as Shiprocket knows it. */
  pickup: string;
  /** What Shiprocket shows with each webhook. While it is changed, both stand here with a comma between. */
  webhookToken: string;
  /** Stands in for Shiprocket's own address, without a trailing slash. */
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
 * All four or none: with some of them parcels would leave of which nobody hears. Answers the account, if there is one, and
 * what is wrong, in words. A stand-in is for tests: a shop that may not pretend asks nobody but Shiprocket.
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
