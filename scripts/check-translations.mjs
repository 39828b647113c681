// `npm run check:translations`: whether each message of the server has a Simplified Chinese text, and each text a use.
import { problemsOfTranslations } from './lib/translations.mjs';

const problems = await problemsOfTranslations();
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('All messages have Simplified Chinese texts.');
else process.exitCode = 1;
