import type { ValidationErrors } from '#shared/core/envelope.ts';
import { TextInput } from '#ui/text-input.tsx';
import { useTexts } from './texts.ts';

type Name = 'name' | 'email' | 'order';

type StatementFieldsProps = {
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: ValidationErrors;
  readonly set: (name: Name, value: string) => void;
};

/** Who makes a statement, about which order, and where we confirm it. */
export function StatementFields({ values, errors, set }: StatementFieldsProps) {
  const { strings } = useTexts();
  const field = (name: Name) => ({
    label: strings[`withdrawal_${name}`],
    name,
    value: values[name],
    error: errors[name]?.[0],
    required: true,
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <>
      <TextInput {...field('name')} autoComplete="name" />
      <TextInput {...field('email')} type="email" autoComplete="email" hint={strings.withdrawal_email_hint} />
      <TextInput {...field('order')} autoComplete="off" hint={strings.withdrawal_order_hint} />
    </>
  );
}
