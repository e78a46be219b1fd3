import type { Ref } from 'react';
import { Icon } from '../../foundation/ui/icon.tsx';
import type { SignInError } from './sign-in-errors.ts';

type Props = { id: string; error: SignInError; ref?: Ref<HTMLDivElement> };

export function SignInAlert({ id, error: { text, details }, ref }: Props) {
  return (
    <div ref={ref} className="alert" role="alert" id={id} tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        <p>{text}</p>
        {details && <p className="soft">{details}</p>}
      </div>
    </div>
  );
}
