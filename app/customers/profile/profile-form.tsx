import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { countries, countryOf, findState, formatPhone } from '../../foundation/address/countries.ts';
import { useSubmit } from '../../foundation/browser/submit.ts';
import type { RequestFailed } from '../../foundation/http/api-client.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import { SelectField, TextField } from '../../foundation/ui/fields.tsx';
import { dismissNotice, notices } from '../../foundation/ui/notices.ts';
import type { Profile } from '../contract.ts';
import { addressFields, checkProfile, genders, type ProfileFields, requiredInProfile } from '../rules.ts';
import { FormAlert } from './profile-form-alert.tsx';
import { saveProfile } from './profile-query.ts';

type Props = {
  profile: Profile;
  onSaved: () => void;
  /** Called when saving begins with true, and when it has succeeded with false. */
  onUnsavedChange: (unsaved: boolean) => void;
  onBusy?: (busy: boolean) => void;
  /** The way out without saving. */
  cancel: ReactNode;
};

export type SaveFailure = {
  text: string;
  fields: readonly FieldError[];
  /** True when it was refused because nobody is signed in any more. */
  signedOut?: boolean;
};

export const emailHint = "Email used for login can't be changed";
const signedOutText = 'You have been signed out. Please sign in, and save again.';
const fieldNames = [...addressFields, 'gender'];

/** Form of the profile. It validates with the server's rules, and its values stay after a failure. */
export function ProfileForm({ profile, onSaved, onUnsavedChange, onBusy, cancel }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending, attempt } = useSubmit();
  const [failure, setFailure] = useState<SaveFailure>();
  const [country, setCountry] = useState(countryOf(profile.country));
  const [state, setState] = useState(profile.state);
  const prefix = useId();

  useEffect(() => {
    if (!failure) return;
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what);
    (find('[aria-invalid=true]') ?? find('[role=alert]'))?.focus();
  }, [failure]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { fields, profile: change } = checkProfile(readInput(event.currentTarget), fieldNames);
    if (fields.length > 0) {
      setFailure({ text: 'Please look at the fields that are marked.', fields });
      return;
    }
    const save = async () => {
      setFailure(undefined);
      onUnsavedChange(true);
      onBusy?.(true);
      await saveProfile(change).finally(() => onBusy?.(false));
      onUnsavedChange(false);
      onSaved();
    };
    await attempt(save, { onFailure: showFailure });
  }

  function showFailure({ status, message, fields }: RequestFailed) {
    const signedOut = status === 401;
    // The form's own alert repeats the notice, because a dialog covers the notice.
    if (signedOut) dismissLoginNotices();
    setFailure({ text: signedOut ? signedOutText : message, fields, signedOut });
  }

  const wrongAt = (name: string) => failure?.fields.find(({ field }) => field === name)?.message;
  const idOf = (name: string) => `${prefix}-${name}`;
  const field = (name: keyof Profile, label: string) => ({
    id: idOf(name),
    name,
    label,
    required: requiredInProfile.some((needed) => needed === name),
    error: wrongAt(name),
  });
  const filled = (name: keyof Profile, label: string) => ({
    ...field(name, label),
    defaultValue: profile[name],
  });
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {failure && <FormAlert failure={failure} idOf={idOf} />}
      <p className="help mb-3">Fields with * must be filled in.</p>
      <div className="form two">
        <TextField {...filled('firstName', 'First name')} maxLength={80} autoComplete="given-name" />
        <TextField {...filled('lastName', 'Last name')} maxLength={80} autoComplete="family-name" />
        <TextField
          {...filled('email', 'Email')}
          className="full"
          readOnly
          help={emailHint}
          autoComplete="email"
        />
        <TextField
          {...field('phone', 'Phone')}
          defaultValue={formatPhone(profile.phone)}
          type="tel"
          inputMode="tel"
          maxLength={30}
          autoComplete="tel"
        />
        <SelectField
          {...filled('gender', 'Gender')}
          autoComplete="sex"
          emptyLabel="Rather not say"
          options={genders}
        />
        <TextField
          {...filled('address', 'Address')}
          className="full"
          maxLength={200}
          autoComplete="address-line1"
        />
        <TextField
          {...filled('apartment', 'Apartment')}
          className="full"
          maxLength={120}
          placeholder="Apartment, floor (optional)"
          autoComplete="address-line2"
        />
        <TextField {...filled('city', 'City')} maxLength={80} autoComplete="address-level2" />
        <SelectField
          {...field('state', country.stateLabel)}
          value={findState(country, state)?.name ?? ''}
          onChange={setState}
          autoComplete="address-level1"
          emptyLabel={`Choose your ${country.stateLabel.toLowerCase()}`}
          options={country.states.map(({ name }) => name)}
        />
        <TextField
          {...filled('pincode', country.postalLabel)}
          inputMode={country.postalInput}
          maxLength={16}
          autoComplete="postal-code"
        />
        <SelectField
          {...field('country', 'Country')}
          value={country.name}
          onChange={(name) => setCountry(countryOf(name))}
          autoComplete="country-name"
          options={countries.map(({ name }) => name)}
        />
      </div>
      <div className="actions mt-6">
        <button type="submit" className="btn" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </button>
        {cancel}
      </div>
    </form>
  );
}

function dismissLoginNotices() {
  for (const { id, action } of notices.read()) {
    if (action?.to.startsWith('/login')) dismissNotice(id);
  }
}

function readInput(form: HTMLFormElement): ProfileFields {
  const input = new FormData(form);
  const text = (name: keyof ProfileFields) => {
    const value = input.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    gender: genders.find((gender) => gender === text('gender')) ?? '',
    address: text('address'),
    apartment: text('apartment'),
    city: text('city'),
    state: text('state'),
    pincode: text('pincode'),
    country: text('country'),
  };
}
