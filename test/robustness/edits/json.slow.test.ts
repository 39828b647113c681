import { checkEdits } from './check';

checkEdits('json');
