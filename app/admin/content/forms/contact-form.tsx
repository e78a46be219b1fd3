import { readResponse } from '../../../foundation/http/api-client.ts';
import { AreaField, TextField } from '../../../foundation/ui/fields.tsx';
import { adminApi } from '../../admin-api.ts';
import { useDraft } from '../../layout/use-draft.ts';
import type { AdminContent } from '../contract.ts';
import { EditForm } from './edit-form.tsx';
import { numberOf } from './form-values.ts';

type Contact = AdminContent['settings']['contact'];

const inputOf = ({ contact, foundedYear, ...shop }: Contact) => ({
  ...shop,
  ...contact,
  foundedYear: String(foundedYear),
});

/** What the shop is called, where it is, and how it is reached. */
export function ContactForm({ content: { settings } }: { content: AdminContent }) {
  const draft = useDraft(inputOf(settings.contact), settings.versions.contact);
  const { value, change } = draft;
  const { name, hindiName, foundedYear, socials, ...contact } = value;
  const save = (seenVersion: string) =>
    readResponse(
      adminApi.content.settings.$put({
        json: {
          seenVersion,
          contact: { name, hindiName, foundedYear: numberOf(foundedYear), socials, contact },
        },
      }),
    );
  const social = (index: number, patch: Partial<Contact['socials'][number]>) =>
    change({ socials: socials.map((one, at) => (at === index ? { ...one, ...patch } : one)) });

  return (
    <EditForm label="Name and contact" draft={draft} save={save} ownersOnly>
      {(errorOf) => (
        <>
          <TextField
            label="Name of the shop"
            value={name}
            onChange={(input) => change({ name: input })}
            error={errorOf('contact.name')}
          />
          <TextField
            label="Name in Hindi"
            lang="hi"
            value={hindiName}
            onChange={(input) => change({ hindiName: input })}
            error={errorOf('contact.hindiName')}
          />
          <TextField
            label="Founded in"
            inputMode="numeric"
            value={foundedYear}
            onChange={(input) => change({ foundedYear: input })}
            error={errorOf('contact.foundedYear')}
          />
          <TextField
            label="Registered name"
            help="As it stands on invoices and in the policies."
            value={value.legalName}
            onChange={(legalName) => change({ legalName })}
            error={errorOf('contact.contact.legalName')}
          />
          <AreaField
            label="Address"
            value={value.address}
            onChange={(address) => change({ address })}
            error={errorOf('contact.contact.address')}
            rows={3}
          />
          <TextField
            label="Email"
            type="email"
            value={value.email}
            onChange={(email) => change({ email })}
            error={errorOf('contact.contact.email')}
          />
          <TextField
            label="Telephone"
            type="tel"
            value={value.phone}
            onChange={(phone) => change({ phone })}
            error={errorOf('contact.contact.phone')}
          />
          <TextField
            label="Chat"
            type="url"
            help="Where a chat with the shop opens, such as https://wa.me/91…"
            value={value.chatUrl}
            onChange={(chatUrl) => change({ chatUrl })}
            error={errorOf('contact.contact.chatUrl')}
          />
          <TextField
            label="Office hours"
            value={value.officeHours}
            onChange={(officeHours) => change({ officeHours })}
            error={errorOf('contact.contact.officeHours')}
          />
          <TextField
            label="Grievance officer"
            help="The law asks every online shop for one, by name."
            value={value.grievanceOfficer}
            onChange={(grievanceOfficer) => change({ grievanceOfficer })}
            error={errorOf('contact.contact.grievanceOfficer')}
          />
          {[0, 1].map((index) => (
            <div className="grid gap-4" key={index}>
              <TextField
                label={`Social page ${index + 1}: name`}
                value={socials[index]?.name ?? ''}
                onChange={(input) => social(index, { name: input })}
                error={errorOf(`contact.socials.${index}.name`)}
              />
              <TextField
                label={`Social page ${index + 1}: address`}
                type="url"
                value={socials[index]?.url ?? ''}
                onChange={(url) => social(index, { url })}
                error={errorOf(`contact.socials.${index}.url`)}
              />
            </div>
          ))}
        </>
      )}
    </EditForm>
  );
}
