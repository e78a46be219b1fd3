import { Icon } from '../foundation/ui/icon.tsx';
import type { Refusal } from './sign-in-refusals.ts';

export function SignInAlert({ id, refusal: { words, more } }: { id: string; refusal: Refusal }) {
  return (
    <div className="alert" role="alert" id={id}>
      <Icon name="circle-alert" />
      <div>
        <p>{words}</p>
        {more && <p className="soft">{more}</p>}
      </div>
    </div>
  );
}
