import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { TooManyRequests } from '../foundation/http/problem.ts';
import {
  CodeSent,
  Done,
  GoogleCredential,
  GoogleInvitation,
  GoogleNotOffered,
  GoogleRejected,
  GoogleUnavailable,
  InvalidCode,
  InvalidEmail,
  InvalidProfile,
  LinkEnded,
  LinkOwner,
  Profile,
  ProfileChange,
  SendCodeInput,
  SignedIn,
  SignInByCode,
  SignInByLink,
  SignInLink,
  VerifyCodeInput,
  WrongCode,
} from './contract.ts';
import { deleteAccount, editProfile, readProfile } from './profile/profile.server.ts';
import { deleteAllSessions, deleteSession } from './sessions.server.ts';
import { sendCode, verifyCode } from './sign-in/codes.server.ts';
import { prepareGoogleSignIn, signInWithGoogle } from './sign-in/google.server.ts';
import { declineLink, readLink, signInByLink } from './sign-in/links.server.ts';
import { shopper } from './signed-in.server.ts';
import type { CodeAudience } from './tables.server.ts';

/** Options of an endpoint that takes an emailed link. The client is not signed in. */
const byLink = { method: 'post', access: anyone, body: SignInLink } as const;

/** Defines the endpoint that returns the email address that a link signs in. */
export const readLinkEndpoint = <Path extends `/${string}`>(
  entryPoint: CodeAudience,
  id: string,
  path: Path,
) =>
  endpoint({
    ...byLink,
    id,
    path,
    summary: 'Read the account that an emailed link signs in',
    description: 'Has no side effects, so a mail scanner that opens the link does not use it up.',
    response: LinkOwner,
    problems: [LinkEnded, TooManyRequests],
    run: ({ shop, body, client }) => readLink(shop, { entryPoint, ...body }, client),
  });

/** Defines the endpoint that makes a link invalid. */
export const declineLinkEndpoint = <Path extends `/${string}`>(
  entryPoint: CodeAudience,
  id: string,
  path: Path,
) =>
  endpoint({
    ...byLink,
    id,
    path,
    summary: 'Revoke an emailed sign-in link',
    response: Done,
    problems: [TooManyRequests],
    run: ({ shop, body, client }) =>
      done(
        declineLink(shop, { entryPoint, ...body }, client),
        'The link no longer works, and did not sign in any browser.',
      ),
  });

async function done(work: Promise<void>, message: string): Promise<Done> {
  await work;
  return { success: true, message };
}

export const customerEndpoints = router('Customers', [
  endpoint({
    id: 'sendCode',
    method: 'post',
    path: '/user/send-otp',
    summary: 'Email a sign-in code',
    description:
      'Sends a code and a link; after ten codes in 24 hours only a link. Responds alike whether or not the address has an account.',
    access: anyone,
    body: SendCodeInput,
    response: CodeSent,
    problems: [InvalidEmail, TooManyRequests],
    invalid: (fields) => InvalidEmail(undefined, fields),
    run: ({ shop, body, client }) => sendCode(shop, body, client),
  }),
  endpoint({
    id: 'verifyCode',
    method: 'post',
    path: '/user/verify-otp',
    summary: 'Sign in with an emailed code',
    description:
      'A code works once. With the `requestId` of the response that sent it, it may be tried five times; without `requestId`, the newest code of the address may be tried five more times.',
    access: anyone,
    body: VerifyCodeInput,
    response: SignedIn,
    problems: [InvalidEmail, InvalidCode, WrongCode, TooManyRequests],
    invalid: (fields) =>
      fields.every(({ field }) => field === 'otp')
        ? InvalidCode(undefined, fields)
        : InvalidEmail(undefined, fields),
    run: ({ shop, body, client }) => verifyCode(shop, body, client),
  }),
  readLinkEndpoint('shop', 'readSignInLink', '/user/read-link'),
  endpoint({
    id: 'signInByLink',
    method: 'post',
    path: '/user/verify-link',
    summary: 'Sign in with an emailed link',
    access: anyone,
    body: SignInByLink,
    response: SignedIn,
    problems: [LinkEnded, TooManyRequests],
    run: ({ shop, body, client }) => signInByLink(shop, body, client),
  }),
  declineLinkEndpoint('shop', 'declineSignInLink', '/user/decline-link'),
  endpoint({
    id: 'prepareGoogleSignIn',
    method: 'get',
    path: '/user/google',
    summary: 'Read the client id and nonce for Google’s sign-in button',
    description: 'The nonce is valid for one attempt; read a new one after each, also after a refused one.',
    access: anyone,
    cacheable: false,
    response: GoogleInvitation,
    problems: [GoogleNotOffered],
    run: ({ shop }) => prepareGoogleSignIn(shop),
  }),
  endpoint({
    id: 'signInWithGoogle',
    method: 'post',
    path: '/user/google-login',
    summary: 'Sign in with a Google credential',
    access: anyone,
    body: GoogleCredential,
    response: SignedIn,
    problems: [GoogleRejected, GoogleNotOffered, SignInByCode, TooManyRequests, GoogleUnavailable],
    invalid: (fields) => GoogleRejected(undefined, fields),
    run: ({ shop, body, client }) => signInWithGoogle(shop, body, client),
  }),
  endpoint({
    id: 'getProfile',
    method: 'get',
    path: '/user/profile',
    summary: 'Read the shopper’s own profile',
    access: shopper,
    response: Profile,
    run: ({ shop, customer }) => readProfile(shop, customer.id),
  }),
  endpoint({
    id: 'updateProfile',
    method: 'put',
    path: '/user/edit',
    summary: 'Update the profile; fields that are not sent stay',
    access: shopper,
    body: ProfileChange,
    response: Profile,
    problems: [InvalidProfile],
    invalid: (fields) => InvalidProfile(undefined, fields),
    run: ({ shop, customer, body }) => editProfile(shop, customer.id, body),
  }),
  endpoint({
    id: 'deleteAccount',
    method: 'delete',
    path: '/user/profile',
    summary: 'Delete the account with its cart and wishlist, and sign out everywhere',
    access: shopper,
    response: Done,
    run: ({ shop, customer }) => done(deleteAccount(shop, customer.id), 'Your account is deleted.'),
  }),
  endpoint({
    id: 'signOut',
    method: 'post',
    path: '/user/logout',
    summary: 'Sign out',
    access: shopper,
    response: Done,
    run: ({ shop, customer }) => done(deleteSession(shop, customer), 'You are logged out.'),
  }),
  endpoint({
    id: 'signOutEverywhere',
    method: 'post',
    path: '/user/logout-everywhere',
    summary: 'End all sessions of the shopper',
    access: shopper,
    response: Done,
    run: ({ shop, customer }) => done(deleteAllSessions(shop, customer), 'You are logged out everywhere.'),
  }),
]);
