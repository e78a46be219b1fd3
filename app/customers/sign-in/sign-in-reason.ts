let reason: string | undefined;

/** What a guest signs in for, until the page that led to the login says otherwise. Lost on a reload. */
export const signInReason = () => reason;

export function setSignInReason(text: string | undefined): void {
  reason = text;
}
