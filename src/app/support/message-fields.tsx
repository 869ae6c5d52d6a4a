import type { FieldProps } from '#app/shell/use-form.ts';
import { contactTopics, messageMaximumLength } from '#shared/support/contract-contact.ts';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { useTexts } from './texts.ts';

export function TopicField(field: FieldProps) {
  const { strings } = useTexts();
  return (
    <Select
      {...field}
      label={strings.topic}
      options={contactTopics.map((topic) => ({ value: topic, label: strings[`topic_${topic}`] }))}
    />
  );
}

export function MessageField(field: FieldProps) {
  const { strings } = useTexts();
  return (
    <TextArea
      {...field}
      label={strings.message}
      rows={6}
      maxLength={messageMaximumLength}
      hint={strings.message_hint}
    />
  );
}
