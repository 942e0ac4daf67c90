/** Text by plural category; `#` stands for the count. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** @param locale  BCP 47, such as `en` or `pt-BR` */
export function createPlural(locale: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return (count) => (forms[rules.select(count)] ?? forms.other).replaceAll("#", numbers.format(count));
}
