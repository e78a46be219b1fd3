import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../../foundation/ui/icon.tsx';
import { loginPath } from '../authenticated-fetch.ts';
import type { SaveFailure } from './profile-form.tsx';

/** Why the form was not saved, and the ways to the fields that are wrong. */
export function FormAlert({ failure, idOf }: { failure: SaveFailure; idOf: (field: string) => string }) {
  const { pathname, search } = useLocation();

  function goTo(event: MouseEvent<HTMLAnchorElement>, field: string) {
    // A step to the field is no step in the browser's history.
    event.preventDefault();
    document.getElementById(idOf(field))?.focus();
  }
  return (
    <div className="alert mb-4" role="alert" tabIndex={-1}>
      <Icon name="circle-alert" />
      <div>
        <p>{failure.text}</p>
        {failure.signedOut && (
          // In a tab of its own: what was typed stays here, and this tab hears of the sign-in.
          <a className="link tap" href={loginPath(pathname + search)} target="_blank" rel="noopener">
            Login
            <span className="sr">, opens in a new tab</span>
          </a>
        )}
        {failure.fields.length > 0 && (
          <ul>
            {failure.fields.map(({ field, message }) => (
              <li key={field}>
                <a className="link" href={`#${idOf(field)}`} onClick={(event) => goTo(event, field)}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
