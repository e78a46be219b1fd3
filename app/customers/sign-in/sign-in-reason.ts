let reason: string | undefined;

/** Reason for leading a guest to the sign-in page. A reload deletes it. */
export const signInReason = () => reason;

export function setSignInReason(text: string | undefined): void {
  reason = text;
}
