import { createRoute } from '@hono/zod-openapi';
import { createRouter, errorResponses, fieldErrors, respond } from '../foundation/http/http.server.ts';
import {
  CodeSent,
  Done,
  GoogleCredential,
  GoogleInvitation,
  GoogleRejected,
  InvalidCode,
  InvalidEmail,
  InvalidProfile,
  PretendAccount,
  Profile,
  ProfileChange,
  SendCodeInput,
  SignedIn,
  VerifyCodeInput,
} from './contract.ts';
import { deleteAccount, editProfile, readProfile } from './profile/profile.server.ts';
import { deleteAllSessions, deleteSession } from './sessions.server.ts';
import { sendCode, verifyCode } from './sign-in/codes.server.ts';
import { prepareGoogleSignIn, signInWithGoogle } from './sign-in/google.server.ts';
import { isPretendGoogle } from './sign-in/is-pretend-google.server.ts';
import { pretendGoogleCredential } from './sign-in/pretend-google.server.ts';
import { forSignedIn, notSignedInResponse } from './signed-in.server.ts';

const tags = ['Customers'];
const noStore = { 'cache-control': 'no-store' };
const signedIn = respond('Signed in: the token and the profile', SignedIn);

function body<T>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } };
}

/** The customers room's calls. */
export const customers = createRouter()
  .openapi(
    createRoute({
      method: 'post',
      path: '/user/send-otp',
      tags,
      summary: 'Mails a code to sign in with',
      description: 'The answer is the same whether or not the address has an account.',
      request: body(SendCodeInput),
      responses: {
        200: respond('A code is on its way.', CodeSent),
        400: errorResponses[400],
        429: errorResponses[429],
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      return c.json(await sendCode(c.get('shop'), c.req.valid('json').email, from), 200, noStore);
    },
    (result) => {
      if (!result.success) throw InvalidEmail(undefined, fieldErrors(result.error.issues));
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/user/verify-otp',
      tags,
      summary: 'Signs in by the code that was mailed',
      description: 'A code works once, has five tries, and only the newest one of an address works.',
      request: body(VerifyCodeInput),
      responses: { 200: signedIn, 400: errorResponses[400], 429: errorResponses[429] },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      return c.json(await verifyCode(c.get('shop'), c.req.valid('json'), from), 200, noStore);
    },
    (result) => {
      if (result.success) return;
      const errors = fieldErrors(result.error.issues);
      throw errors.every(({ field }) => field === 'otp')
        ? InvalidCode(undefined, errors)
        : InvalidEmail(undefined, errors);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/user/google',
      tags,
      summary: 'What Google’s button needs',
      description: 'The nonce works for one sign-in; ask again after each, also after one that was refused.',
      responses: {
        200: respond('The client id and a nonce', GoogleInvitation),
        404: { ...errorResponses[404], description: 'Google sign-in is not offered.' },
      },
    }),
    (c) => c.json(prepareGoogleSignIn(c.get('shop')), 200, noStore),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/user/google-login',
      tags,
      summary: 'Signs in by a credential of Google',
      request: body(GoogleCredential),
      responses: {
        200: signedIn,
        400: errorResponses[400],
        404: { ...errorResponses[404], description: 'Google sign-in is not offered.' },
        409: { ...errorResponses[400], description: 'The address has an account that only a code opens.' },
        429: errorResponses[429],
        503: { ...errorResponses[400], description: 'Google cannot be reached.' },
      },
    }),
    async (c) => {
      const from = { address: c.get('clientAddress') };
      const { credential } = c.req.valid('json');
      return c.json(await signInWithGoogle(c.get('shop'), credential, from), 200, noStore);
    },
    (result) => {
      if (!result.success) throw GoogleRejected(undefined, fieldErrors(result.error.issues));
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/user/pretend-google',
      tags: ['pretended'],
      summary: 'Signs a credential as Google would',
      description: 'Only in a shop that pretends, and only for whoever sits at its machine.',
      middleware: isPretendGoogle,
      request: body(PretendAccount),
      responses: {
        200: respond('What Google’s button would hand over', GoogleCredential),
        400: errorResponses[400],
        404: errorResponses[404],
      },
    }),
    async (c) => c.json(await pretendGoogleCredential(c.get('shop'), c.req.valid('json')), 200, noStore),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/user/profile',
      tags,
      summary: 'The shopper’s own record',
      ...forSignedIn,
      responses: { 200: respond('The profile', Profile), ...notSignedInResponse },
    }),
    async (c) => c.json(await readProfile(c.get('shop'), c.get('visitor').id), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/user/edit',
      tags,
      summary: 'Changes what is sent of the record; the rest stays',
      ...forSignedIn,
      request: body(ProfileChange),
      responses: {
        200: respond('The profile as it is now', Profile),
        400: errorResponses[400],
        ...notSignedInResponse,
      },
    }),
    async (c) => c.json(await editProfile(c.get('shop'), c.get('visitor').id, c.req.valid('json')), 200),
    (result) => {
      if (!result.success) throw InvalidProfile(undefined, fieldErrors(result.error.issues));
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/user/profile',
      tags,
      summary: 'Deletes the account, with its cart and wishlist, and logs out everywhere',
      ...forSignedIn,
      responses: { 200: respond('The account is gone.', Done), ...notSignedInResponse },
    }),
    async (c) => {
      await deleteAccount(c.get('shop'), c.get('visitor').id);
      return c.json(done('Your account is deleted.'), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/user/logout',
      tags,
      summary: 'Logs out here: the token opens nothing any more',
      ...forSignedIn,
      responses: { 200: respond('Logged out', Done), ...notSignedInResponse },
    }),
    async (c) => {
      await deleteSession(c.get('shop'), c.get('visitor'));
      return c.json(done('You are logged out.'), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/user/logout-everywhere',
      tags,
      summary: 'Logs out here and everywhere else',
      ...forSignedIn,
      responses: { 200: respond('Logged out everywhere', Done), ...notSignedInResponse },
    }),
    async (c) => {
      await deleteAllSessions(c.get('shop'), c.get('visitor'));
      return c.json(done('You are logged out everywhere.'), 200);
    },
  );

function done(message: string): Done {
  return { success: true, message };
}
