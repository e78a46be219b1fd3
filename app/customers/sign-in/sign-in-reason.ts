let reason: string | undefined;

/** Reason for which a guest was led to the sign-in page. Lost on a reload. */
export const signInReason = () => reason;

export function setSignInReason(text: string | undefined): void {
  reason = text;
}
