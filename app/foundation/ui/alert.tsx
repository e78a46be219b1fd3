import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function FailureAlert({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <p className={`alert ${className}`} role="alert">
      <Icon name="circle-alert" />
      {children}
    </p>
  );
}

/** Message about a request that has succeeded. Render it inside an element with the role `status`. */
export function SuccessAlert({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <p className={`alert ok ${className}`}>
      <Icon name="check" />
      {children}
    </p>
  );
}
