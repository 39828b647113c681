// `npm run check:translations`: checks that each message of the server has a Simplified Chinese text, and that each text
// is used.
import { problemsOfTranslations } from './lib/translations.mjs';

const problems = await problemsOfTranslations();
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('All messages have Simplified Chinese texts.');
else process.exitCode = 1;
