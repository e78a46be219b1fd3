import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CartLine } from '../cart/contract.ts';
import { AbroadNote } from '../content/abroad-note.tsx';
import { abroadText, deliveryCountries } from '../content/abroad-text.ts';
import { type AddressInputName, addressInputs } from '../customers/address-inputs.ts';
import type { Profile } from '../customers/contract.ts';
import { readAddressFields } from '../customers/profile-fields.ts';
import { addressToSave } from '../customers/rules.ts';
import { countryOf, findState } from '../foundation/address/countries.ts';
import { stateOfPincode } from '../foundation/address/pincodes.ts';
import type { FieldError } from '../foundation/http/problem.ts';
import { CheckField, FailureNote, SelectField, TextField } from '../foundation/ui/fields.tsx';
import { formatCount } from '../foundation/ui/format-count.ts';
import type { DeliveryForm as Delivery } from './contract.ts';
import { formFields, initialForm, storeDraft } from './draft.ts';

/** Id of the form, for submit buttons outside of the form. */
export const deliveryFormId = 'delivery';

type Props = {
  profile: Profile;
  /** The cart's lines, named in the contact form that the page offers to customers abroad. */
  requestedLines: readonly CartLine[];
  fieldErrors: readonly FieldError[];
  onSubmit: (form: Delivery, saveAddress: boolean) => void;
  children: ReactNode;
};

export function DeliveryForm({ profile, requestedLines, fieldErrors, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [begins] = useState(() => initialForm(profile));
  const [maySave, setMaySave] = useState(() => addressToSave(profile, begins) !== undefined);
  const prefix = useId();

  const idOf = (name: string) => `${prefix}-${name}`;
  const field: FieldOf = (name, label) => ({
    id: idOf(name),
    name,
    label,
    required: true,
    error: fieldErrors.find((fieldError) => fieldError.field === name)?.message,
  });
  const failure = useMemo(() => failureOf(fieldErrors), [fieldErrors]);
  useEffect(() => {
    if (fieldErrors.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [fieldErrors]);

  return (
    <form
      id={deliveryFormId}
      className="delivery"
      ref={form}
      noValidate
      onInput={({ currentTarget }) => {
        const input = readInput(currentTarget);
        storeDraft(profile, input);
        setMaySave(addressToSave(profile, input) !== undefined);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const { currentTarget } = event;
        onSubmit(readInput(currentTarget), new FormData(currentTarget).has('saveAddress'));
      }}
    >
      <FailureNote className="mb-4" failure={failure} idOf={idOf} />
      <h2 className="text-4 mb-1">Delivery address</h2>
      <p className="help mb-4">Fields with * must be filled in.</p>
      <AddressFields {...{ field, begins, requestedLines }} />
      {maySave && (
        <div className="mt-4">
          <CheckField name="saveAddress" label="Use this address next time" />
        </div>
      )}
      {children}
    </form>
  );
}

/** Returns a message and the invalid fields, in the form's order. Returns undefined if every field is valid. */
function failureOf(errors: readonly FieldError[]) {
  const fields = formFields.flatMap((name) => errors.filter(({ field }) => field === name));
  if (fields.length === 0) return undefined;
  return {
    message: `Please check ${formatCount(fields.length, 'field')}. Nothing you typed is lost.`,
    fields,
  };
}

type FieldProps = { id: string; name: string; label: string; required: boolean; error: string | undefined };
type FieldOf = (name: keyof Delivery, label: string) => FieldProps;
type AddressFieldsProps = { field: FieldOf; begins: Delivery };

/** The fields of the delivery address. `begins` contains their initial values. */
function AddressFields({
  field,
  begins,
  requestedLines,
}: AddressFieldsProps & Pick<Props, 'requestedLines'>) {
  const textField = (name: AddressInputName, label: string) => ({
    ...field(name, label),
    defaultValue: begins[name],
    ...addressInputs[name],
    autoComplete: `shipping ${addressInputs[name].autoComplete}`,
  });
  return (
    <div className="form two">
      <SelectField
        {...field('country', 'Country')}
        defaultValue={begins.country}
        className="full"
        help={<AbroadNote text={abroadText()} products={requestedLines} />}
        autoComplete="shipping country-name"
        options={deliveryCountries}
      />
      <TextField {...textField('firstName', 'First name')} />
      <TextField {...textField('lastName', 'Last name')} />
      <TextField {...textField('address', 'Address')} />
      <TextField {...textField('apartment', 'House or flat no., floor, landmark')} />
      <PlaceFields {...{ field, textField, begins }} />
      <TextField {...textField('phone', 'Phone')} />
    </div>
  );
}

/** Fields for pincode, city and state. A known pincode fills in the state. */
function PlaceFields(
  props: AddressFieldsProps & { textField: (name: AddressInputName, label: string) => FieldProps },
) {
  const { field, textField, begins } = props;
  const [state, setState] = useState({ name: begins.state, by: 'hand' });
  const country = countryOf(begins.country);

  function onPincodeChange(pincode: string) {
    const stateName = stateOfPincode(pincode);
    // Keep a state that the customer has chosen.
    if (stateName && state.by !== 'choice') setState({ name: stateName, by: 'pincode' });
  }

  return (
    <>
      <TextField {...textField('pincode', 'Pincode')} inputMode="numeric" onChange={onPincodeChange} />
      <TextField {...textField('city', 'City')} />
      <SelectField
        {...field('state', 'State')}
        {...(state.by === 'pincode' ? { help: 'Filled in from your pincode.' } : {})}
        value={findState(country, state.name)?.name ?? ''}
        onChange={(name) => setState({ name, by: 'choice' })}
        autoComplete="shipping address-level1"
        emptyLabel="Choose your state"
        options={country.states.map(({ name }) => name)}
      />
    </>
  );
}

function readInput(form: HTMLFormElement): Delivery {
  const input = new FormData(form);
  return readAddressFields((field) => String(input.get(field) ?? ''));
}
