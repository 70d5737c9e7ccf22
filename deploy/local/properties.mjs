// Properties on real databases end at their first failure and print its seed. To make a counterexample smaller takes hundreds of runs of
// a tenth of a second each: the test would end at its timeout instead, and say nothing.
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
