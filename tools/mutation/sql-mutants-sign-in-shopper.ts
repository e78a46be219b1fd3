import type { SqlMutant } from './sql-mutants.ts';

const codes = 'app/customers/sign-in/codes.server.ts';
const codesTest = ['app/customers/sign-in/codes.db.test.ts'];
const devices = 'app/customers/sign-in/devices.server.ts';
const devicesTest = ['app/customers/sign-in/devices.db.test.ts'];
const sessions = 'app/customers/sessions.server.ts';
const sessionsTest = ['app/customers/sessions.db.test.ts'];
const signInTest = ['app/admin/sign-in/sign-in.db.test.ts'];
const rateLimit = 'app/foundation/http/rate-limit.server.ts';
const rateLimitTest = ['app/foundation/http/rate-limit.both-databases.test.ts'];

/** Mutants of codes, sessions and known browsers of shoppers, and rate limits. */
export const shopperSignInMutants: readonly SqlMutant[] = [
  {
    breaks: 'the guesses of a code are unlimited',
    file: codes,
    original: ', lt(signInRequests[counter], maxTries)',
    replacement: '',
    tests: codesTest,
    title: 'is invalid without its request id after five wrong tries, and with the id after five more',
  },
  {
    breaks: 'guesses of a code are not counted',
    file: codes,
    original: 'sql`${signInRequests[counter]} + 1`',
    replacement: 'sql`${signInRequests[counter]}`',
    tests: codesTest,
    title: 'is invalid without its request id after five wrong tries, and with the id after five more',
  },
  {
    breaks: 'guesses by the address use up the tries of the request’s id',
    file: codes,
    original: '.set({ [counter]: sql`${signInRequests[counter]} + 1` })',
    replacement:
      '.set({ [counter]: sql`${signInRequests[counter]} + 1`, tries: sql`least(5, ${signInRequests.tries} + 1)` })',
    tests: codesTest,
    title: 'is valid with its request id, even after strangers’ wrong tries',
  },
  {
    breaks: 'any request id verifies any code of the address',
    file: codes,
    original: 'and(eq(signInRequests.requestHash, sha256(requestId)), isNotNull(signInRequests.codeHmac))',
    replacement: 'isNotNull(signInRequests.codeHmac)',
    tests: codesTest,
    title: 'is not valid with the id of another request or with another email address',
  },
  {
    breaks: 'a request uses an id that the shop never returned',
    file: codes,
    original: 'const open = and(isOpen(tx, target), eq(signInRequests.requestHash, sha256(requestId)));',
    replacement: 'const open = isOpen(tx, target);',
    tests: codesTest,
    title: 'is not valid with the id of another request or with another email address',
  },
  {
    breaks: 'a request uses the id of one that has expired',
    file: codes,
    original:
      'and(isAt(target), isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now()));',
    replacement: 'and(isAt(target), isNull(signInRequests.usedAt));',
    tests: codesTest,
    title: 'is not valid with the id of another request or with another email address',
  },
  {
    breaks: 'two concurrent requests use the same code',
    file: codes,
    original: 'if (!(await consumeRequest(tx, eq(signInRequests.id, match.id)))) throw WrongCode();',
    replacement: 'await consumeRequest(tx, eq(signInRequests.id, match.id));',
    tests: codesTest,
    title: 'sign in once with the same code, even if one request runs between two statements of the other',
  },
  {
    breaks: 'a code works after it was used',
    file: codes,
    original: '.set({ usedAt: shop.clock.now() })',
    replacement: '.set({ usedAt: null })',
    tests: codesTest,
    title: 'is valid once',
  },
  {
    breaks: 'an older code works with the email address alone',
    file: codes,
    original: 'order by ${signInRequests.sentAt} desc',
    replacement: 'order by ${signInRequests.sentAt}',
    tests: codesTest,
    title: 'is replaced by a newer code for a sign-in without a request id',
  },
  {
    breaks: 'wrong guesses of a shopper’s code use up the staff code of the same address',
    file: codes,
    original: 'and(eq(signInRequests.email, email), eq(signInRequests.entryPoint, entryPoint))',
    replacement: 'eq(signInRequests.email, email)',
    tests: signInTest,
    title: 'accepts a staff code after five wrong customer codes for the same email address',
  },
  {
    breaks: 'two concurrent requests for one address send two emails',
    file: codes,
    original: 'await tx.db.execute(sql`select pg_advisory_xact_lock(7266, hashtext(${ofAddress}))`);',
    replacement: '',
    tests: codesTest,
    title: 'send only one email if twenty requests name the same address',
  },
  {
    breaks: 'codes beyond ten a day can be guessed with the address alone',
    file: codes,
    original: 'const byEmail = !linkOnly && countOf(ofAddress).codes < maxCodesPerDay;',
    replacement: 'const byEmail = !linkOnly;',
    tests: ['app/customers/sign-in/devices.db.test.ts'],
    title:
      'gets further codes after ten codes were sent to its email address, but these are valid only with their request id',
  },
  {
    breaks: 'a link signs in twice',
    file: codes,
    original: '.where(and(which, isNull(signInRequests.usedAt), gt(',
    replacement: '.where(and(which, gt(',
    tests: ['app/customers/sign-in/links.db.test.ts'],
    title: 'signs in once, and then the code in the same email is no longer valid',
  },
  {
    breaks: 'a sign-in link never expires',
    file: codes,
    original:
      ', isNull(signInRequests.usedAt), gt(signInRequests.endsAt, shop.clock.now())))\n    .returning({ entryPoint',
    replacement: ', isNull(signInRequests.usedAt)))\n    .returning({ entryPoint',
    tests: ['app/customers/sign-in/links.db.test.ts'],
    title: 'is valid for ten minutes',
  },
  {
    breaks: 'a link of the shop opens the admin',
    file: 'app/customers/sign-in/links.server.ts',
    original: 'and(eq(signInRequests.linkHash, sha256(link)), eq(signInRequests.entryPoint, entryPoint))',
    replacement: 'eq(signInRequests.linkHash, sha256(link))',
    tests: ['app/customers/sign-in/links.db.test.ts'],
    title: 'that was sent by the shop does not sign in to the admin',
  },
  {
    breaks: 'a known browser never expires',
    file: devices,
    original: 'and(isStored, gt(knownDevices.endsAt, shop.clock.now()))',
    replacement: 'isStored',
    tests: devicesTest,
    title: 'is known for 180 days after its last sign-in',
  },
  {
    breaks: 'an address has any number of known browsers',
    file: devices,
    original: 'offset ${maxDevices}`',
    replacement: 'offset 1000`',
    tests: devicesTest,
    title: 'is forgotten after sign-ins with ten other browsers',
  },
  {
    breaks: 'logging out everywhere deletes the known browsers of all',
    file: devices,
    original: '.where(and(eq(knownDevices.entryPoint, entryPoint), inArray(knownDevices.email, email)));',
    replacement: '.where(eq(knownDevices.entryPoint, entryPoint));',
    tests: devicesTest,
    title: 'is forgotten when its customer logs out everywhere',
  },
  {
    breaks: 'a session never expires',
    file: sessions,
    original: '.where(and(hasToken, gt(sessions.endsAt, now)));',
    replacement: '.where(hasToken);',
    tests: sessionsTest,
    title: 'ends thirty days after the last request with its own token',
  },
  {
    breaks: 'any token finds a session',
    file: sessions,
    original: '.where(and(hasToken, gt(sessions.endsAt, now)));',
    replacement: '.where(gt(sessions.endsAt, now));',
    tests: sessionsTest,
    title: 'is rejected if one of its characters differs',
  },
  {
    breaks: 'signing out ends the sessions of all shoppers',
    file: sessions,
    original: '.where(eq(sessions.id, sessionId))',
    replacement: '',
    tests: ['app/customers/endpoints.db.test.ts'],
    title: 'ends the current session; then the customer’s other session',
  },
  {
    breaks: 'signing out everywhere signs out all shoppers',
    file: sessions,
    original: '.where(eq(sessions.customerId, id))',
    replacement: '',
    tests: ['app/customers/endpoints.db.test.ts'],
    title: 'ends the current session; then the customer’s other session',
  },
  {
    breaks: 'the use of one session extends all sessions',
    file: sessions,
    original: 'endsAt: new Date(now.getTime() + idleMs) })\n      .where(hasToken);',
    replacement: 'endsAt: new Date(now.getTime() + idleMs) });',
    tests: sessionsTest,
    title: 'ends thirty days after the last request with its own token',
  },
  {
    breaks: 'a rate limit counts nothing',
    file: rateLimit,
    original: 'else ${rateLimits.count} + 1 end',
    replacement: 'else ${rateLimits.count} end',
    tests: rateLimitTest,
    title: 'allows requests up to the limit',
  },
  {
    breaks: 'a rate limit never resets',
    file: rateLimit,
    original: 'count: sql`case when ${expired} then 1 else',
    replacement: 'count: sql`case when false then 1 else',
    tests: rateLimitTest,
    title: 'allows requests again when the period is over',
  },
  {
    breaks: 'each further request extends a rate limit',
    file: rateLimit,
    original: 'sql`case when ${expired} then ${sqlTime(endsAt)} else ${rateLimits.endsAt} end`',
    replacement: 'sqlTime(endsAt)',
    tests: rateLimitTest,
    title: 'does not extend the period for rejected requests',
  },
];
