/** Everything that an answer may be made of. */
export const markdownSample = `# Bread, from flour to loaf

Good bread needs **four things**: flour, water, salt and *time*. The rest is habit.

## What to weigh

| Ingredient | Weight | Baker's percent |
| :--- | ---: | ---: |
| Strong flour | 500 g | 100 % |
| Water | 350 g | 70 % |
| Ripe starter | 100 g | 20 % |
| Salt | 10 g | 2 % |

## What to do

1. Mix flour and water, and let them rest for an hour.
2. Add the starter and the salt.
3. Fold the dough:
   - four times in the first two hours,
   - then not at all.
4. Shape it, and leave it in the cold overnight.

- [x] Starter fed
- [ ] Oven hot

> The dough tells you when it is ready. The clock only tells you when to look.

### How warm is warm?

The folds are a matter of temperature. This is how long the dough takes to double:

\`\`\`ts
/** Hours until the dough has doubled; it halves with every 8 °C. */
export function hoursToDouble(temperatureC: number): number {
  return 4 * 2 ** ((26 - temperatureC) / 8);
}
\`\`\`

### What a call looks like

In a fence a call is text, and nothing runs:

\`\`\`text
###:{"toolName":"getWeather","parameters":{"city":"Oslo"}}
\`\`\`

The same holds for \`###:{"toolName":"getWeather","parameters":{}}\` in a line of words. More on bread in general stands
in [the encyclopedia](https://en.wikipedia.org/wiki/Sourdough), ~~or in any oven~~.
`;
