// Runs in the Code Runner widget: says whether the choice is the expected one.
function main(params) {
  return params.choice === params.expected;
}
