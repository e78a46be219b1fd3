import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { countries, countryOf, findState, formatPhone } from '../../foundation/address/countries.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import { RequestFailed } from '../../foundation/http/api-client.ts';
import { FailureNote, SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { dismissNotice, notices } from '../../foundation/ui/notices.ts';
import * as urls from '../../urls.ts';
import { type AddressInputName, addressInputs } from '../address-inputs.ts';
import { loginPath } from '../authenticated-fetch.ts';
import type { Profile } from '../contract.ts';
import { genders, readProfileFields } from '../profile-fields.ts';
import { addressFields, checkProfile, requiredInProfile } from '../rules.ts';
import { saveProfile } from './use-profile.ts';

type Props = {
  profile: Profile;
  onSaved: () => void;
  /** Called with true when saving begins, and with false when saving has succeeded. */
  onUnsavedChange: (unsaved: boolean) => void;
  onBusy?: (busy: boolean) => void;
  /** Button with which the customer leaves the form without saving. */
  cancel: ReactNode;
};

export const emailHint = "Email used for login can't be changed";
const signedOutText = 'You have been signed out. Please sign in, and save again.';
const fieldNames = [...addressFields, 'gender'];

/** Form of the profile. Uses the same validation rules as the server. Keeps the typed values if saving fails. */
export function ProfileForm({ profile, onSaved, onUnsavedChange, onBusy, cancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending, failure, attempt, errorOf } = useSubmit();
  const prefix = useId();

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { fields, profile: change } = checkProfile(readForm(event.currentTarget), fieldNames);
    await attempt(async () => {
      if (fields.length > 0) throw new RequestFailed('Please check the marked fields.', 0, '', fields);
      onUnsavedChange(true);
      onBusy?.(true);
      await saveProfile(change)
        .catch(explainSignOut)
        .finally(() => onBusy?.(false));
      onUnsavedChange(false);
      onSaved();
    });
  }

  const idOf = (name: string) => `${prefix}-${name}`;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <FailureNote className="mb-4" failure={failure} idOf={idOf}>
        {failure?.status === 401 && <LoginLink />}
      </FailureNote>
      <p className="help mb-3">Fields with * must be filled in.</p>
      <ProfileInputs profile={profile} idOf={idOf} errorOf={errorOf} />
      <div className="actions mt-6">
        <button type="submit" className="btn" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </button>
        {cancel}
      </div>
    </form>
  );
}

type ProfileInputsProps = {
  profile: Profile;
  idOf: (name: string) => string;
  errorOf: (name: string) => string | undefined;
};

/** Inputs of the profile. The list of states and the labels depend on the chosen country. */
function ProfileInputs({ profile, idOf, errorOf }: ProfileInputsProps) {
  const [country, setCountry] = useState(countryOf(profile.country));
  const [state, setState] = useState(profile.state);
  const field = (name: keyof Profile, label: string) => ({
    id: idOf(name),
    name,
    label,
    required: requiredInProfile.some((needed) => needed === name),
    error: errorOf(name),
  });
  const filled = (name: keyof Profile, label: string) => ({
    ...field(name, label),
    defaultValue: profile[name],
  });
  const textField = (name: AddressInputName, label: string) => ({
    ...filled(name, label),
    ...addressInputs[name],
  });
  return (
    <div className="form two">
      <TextField {...textField('firstName', 'First name')} />
      <TextField {...textField('lastName', 'Last name')} />
      <TextField
        {...filled('email', 'Email')}
        className="full"
        readOnly
        help={emailHint}
        autoComplete="email"
      />
      <TextField {...textField('phone', 'Phone')} defaultValue={formatPhone(profile.phone)} />
      <SelectField
        {...filled('gender', 'Gender')}
        autoComplete="sex"
        emptyLabel="Rather not say"
        options={genders}
      />
      <TextField {...textField('address', 'Address')} />
      <TextField {...textField('apartment', 'Apartment')} placeholder="Apartment, floor (optional)" />
      <TextField {...textField('city', 'City')} />
      <SelectField
        {...field('state', country.stateLabel)}
        value={findState(country, state)?.name ?? ''}
        onChange={setState}
        autoComplete="address-level1"
        emptyLabel={`Choose your ${country.stateLabel.toLowerCase()}`}
        options={country.states.map(({ name }) => name)}
      />
      <TextField {...textField('pincode', country.postalLabel)} inputMode={country.postalInput} />
      <SelectField
        {...field('country', 'Country')}
        value={country.name}
        onChange={(name) => setCountry(countryOf(name))}
        autoComplete="country-name"
        options={countries.map(({ name }) => name)}
      />
    </div>
  );
}

/** Link that opens the sign-in page in a new tab. The typed values stay in this tab, which uses the new session afterwards. */
function LoginLink() {
  const { pathname, search } = useLocation();
  return (
    <a className="link tap" href={loginPath(pathname + search)} target="_blank" rel="noopener">
      Login
      <span className="sr">, opens in a new tab</span>
    </a>
  );
}

/**
 * Rethrows the error of a failed save. If the session has ended, throws an error with a message for the form instead, and
 * dismisses the sign-in notice, because a dialog covers it.
 */
function explainSignOut(error: unknown): never {
  if (!(error instanceof RequestFailed) || error.status !== 401) throw error;
  for (const { id, action } of notices.read()) {
    if (action?.to.startsWith(urls.login)) dismissNotice(id);
  }
  throw new RequestFailed(signedOutText, 401);
}

function readForm(form: HTMLFormElement) {
  const input = new FormData(form);
  return readProfileFields((name) => String(input.get(name) ?? ''));
}
