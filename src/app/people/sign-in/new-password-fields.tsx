import { PasswordInput } from '#ui/password-input.tsx';
import { useTexts } from './texts.ts';

type Field = 'password' | 'confirm_password';

type NewPasswordFieldsProps = {
  readonly values: { readonly [Name in Field]?: string | undefined };
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly onChange: (field: Field, value: string) => void;
};

/** A new password and its confirmation. */
export function NewPasswordFields({ values, errors, onChange }: NewPasswordFieldsProps) {
  const { strings } = useTexts();
  const fieldProps = (field: Field) => ({
    label: strings[field],
    name: field,
    autoComplete: 'new-password' as const,
    showLabel: strings.show_password,
    hidePasswordLabel: strings.hide_password,
    value: values[field] ?? '',
    error: errors[field]?.[0],
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
  });
  return (
    <>
      <PasswordInput {...fieldProps('password')} hint={strings.password_hint} />
      <PasswordInput {...fieldProps('confirm_password')} />
    </>
  );
}
