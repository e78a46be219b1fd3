import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { minutes } from '../../foundation/clock.ts';
import { sha256 } from '../../foundation/config/secret.server.ts';
import { consume } from '../../foundation/http/rate-limit.server.ts';
import { rateLimitKey } from '../../foundation/http/rate-limit-key.server.ts';
import { inTransaction, type Shop, type Tx } from '../../foundation/shop.server.ts';
import * as urls from '../../urls.ts';
import { signInByEmail } from '../accounts.server.ts';
import { LinkEnded, type SignedIn } from '../contract.ts';
import { type CodeAudience, signInRequests } from '../tables.server.ts';
import {
  type ClientAddress,
  clientRateLimit,
  consumeRequest,
  openSession,
  type SignInTarget,
} from './codes.server.ts';

const loginPages = { shop: urls.login, admin: urls.adminLogin } as const satisfies Record<
  CodeAudience,
  string
>;

/** Returns the URL of a sign-in link. The secret is in the fragment, because browsers do not send fragments to servers. */
export function linkUrl(publicUrl: string, entryPoint: CodeAudience, secret: string): string {
  return `${publicUrl}${loginPages[entryPoint]}#link=${secret}`;
}

/** Stores a sign-in link that is not emailed. The link is valid for ten minutes. */
export async function insertLink(tx: Tx, target: SignInTarget, secret: string): Promise<void> {
  const now = tx.clock.now();
  await tx.db.insert(signInRequests).values({
    ...target,
    requestHash: sha256(randomUUID()),
    linkHash: sha256(secret),
    sentAt: now,
    endsAt: new Date(now.getTime() + minutes(10)),
  });
}

type LinkInput = { entryPoint: CodeAudience; link: string };

/** Returns the email address of a valid link. @throws LinkEnded (410), TooManyRequests (429) */
export async function readLink(
  shop: Shop,
  link: LinkInput,
  client: ClientAddress,
): Promise<{ email: string }> {
  await consume(shop, `guess-from:${rateLimitKey(client.address)}`, clientRateLimit);
  const [request] = await shop.db
    .select({ email: signInRequests.email })
    .from(signInRequests)
    .where(and(isLink(link), isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now())));
  if (!request) throw LinkEnded();
  return request;
}

/** Signs in with a link. Creates the account if there is none. @throws LinkEnded (410), TooManyRequests (429) */
export function signInByLink(
  shop: Shop,
  { link, device }: { link: string; device?: string | undefined },
  client: ClientAddress,
): Promise<SignedIn> {
  return consumeLink(shop, { entryPoint: 'shop', link }, client, async (tx, email) =>
    openSession(tx, await signInByEmail(tx, email), device),
  );
}

/** Marks a valid link as used, and runs `onAccepted` in the same transaction. @throws LinkEnded (410), TooManyRequests (429) */
export async function consumeLink<T>(
  shop: Shop,
  link: LinkInput,
  client: ClientAddress,
  onAccepted: (tx: Tx, email: string) => Promise<T>,
): Promise<T> {
  await consume(shop, `guess-from:${rateLimitKey(client.address)}`, clientRateLimit);
  return inTransaction(shop, async (tx) => {
    const used = await consumeRequest(tx, isLink(link));
    if (!used) throw LinkEnded();
    return onAccepted(tx, used.email);
  });
}

/** Makes a link and the code of its email invalid. */
export async function declineLink(shop: Shop, link: LinkInput, client: ClientAddress): Promise<void> {
  await consume(shop, `guess-from:${rateLimitKey(client.address)}`, clientRateLimit);
  await consumeRequest(shop, isLink(link));
}

const isLink = ({ entryPoint, link }: LinkInput) =>
  and(eq(signInRequests.linkHash, sha256(link)), eq(signInRequests.entryPoint, entryPoint));
