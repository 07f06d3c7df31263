#!/usr/bin/env bash
# A guess: a speech engine that reads |x| as "the absolute value of x" says something for the floor of x.
# speech-rule-engine 4.1.5 (npm), ClearSpeak, English: the MathML of ⌊x⌋ = x is read "x equals x"; MathSpeak says the brackets. So the
# integer part of a mistake bound is not heard. 5.0.0-rc.4 says "floor of x".
#
# Seen:
#   clearspeak, the absolute value: the absolute value of x equals x
#   clearspeak, the floor: x equals x
#   mathspeak, the floor: left floor x right floor equals x
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund 'speech-rule-engine@4.1.5' >/dev/null
cat >read.js <<'JS'
const sre = require('speech-rule-engine');
const mathml = (a, b) => `<math><mrow><mo>${a}</mo><mi>x</mi><mo>${b}</mo></mrow><mo>=</mo><mi>x</mi></math>`;
(async () => {
  const said = {};
  for (const domain of ['clearspeak', 'mathspeak']) {
    await sre.setupEngine({locale: 'en', domain, modality: 'speech'});
    await sre.engineReady();
    said[domain] = [sre.toSpeech(mathml('|', '|')), sre.toSpeech(mathml('⌊', '⌋'))];
  }
  console.log('speech-rule-engine', sre.version);
  console.log('clearspeak, the absolute value:', said.clearspeak[0]);
  console.log('clearspeak, the floor:', said.clearspeak[1]);
  console.log('mathspeak, the floor:', said.mathspeak[1]);
  if (said.clearspeak[1] !== 'x equals x' || said.clearspeak[0] === said.clearspeak[1] || !/floor/.test(said.mathspeak[1])) process.exit(1);
})();
JS
node read.js
