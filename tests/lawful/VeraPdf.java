// Validates PDF files with the validation model of veraPDF: java -cp CLASSPATH VeraPdf.java FLAVOURS FILE...
// FLAVOURS: a list of 2b, 3b, 3a, ua1, ... with commas. Prints a line per file and flavour, and the first failed rules below
// it; exit 1 if one is not compliant.
import java.io.FileInputStream;
import java.util.LinkedHashSet;
import java.util.Set;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

public class VeraPdf {
    public static void main(String[] args) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        boolean all = true;
        for (var name : args[0].split(",")) {
            for (int i = 1; i < args.length; i++) {
                all &= isCompliant(args[i], PDFAFlavour.fromString(name));
            }
        }
        System.exit(all ? 0 : 1);
    }

    private static boolean isCompliant(String file, PDFAFlavour flavour) throws Exception {
        try (var in = new FileInputStream(file);
                var parser = Foundries.defaultInstance().createParser(in, flavour)) {
            var result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
            System.out.println(file + " " + flavour + (result.isCompliant() ? " compliant" : " NOT compliant:"));
            Set<String> failed = new LinkedHashSet<>();
            for (TestAssertion a : result.getTestAssertions()) {
                if (a.getStatus() == TestAssertion.Status.FAILED) {
                    failed.add(a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber() + " " + a.getMessage().replace('\n', ' '));
                }
            }
            failed.stream().limit(8).forEach(line -> System.out.println("   " + line));
            return result.isCompliant();
        }
    }
}
